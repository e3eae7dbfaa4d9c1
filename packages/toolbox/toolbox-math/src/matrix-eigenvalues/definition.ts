import { defineTool } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { checkSquare, flattenMatrix } from "../checkMatrix.ts"
import { computes } from "../computes.ts"
import { createMatrixArgument } from "../createMatrixArgument.ts"
import { runJob } from "../runJob.ts"
import type { Eigenvalues } from "./computeEigenvalues.ts"

/** Computes the eigenvalues of a matrix. */
export const matrixEigenvalues = defineTool({
  ...computes,
  name: "matrix_eigenvalues",
  description:
    "Finds the eigenvalues of a square matrix, those of a symmetric one in rising order and without imaginary parts, and with `vectors` an eigenvector of length 1 for each, in the same order.",
  parameters: Type.Object(
    {
      matrix: createMatrixArgument("The square matrix, as a list of rows."),
      vectors: Type.Optional(Type.Boolean({ description: "Whether to return eigenvectors as well. Default: false." }))
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      values: Type.Array(Type.Object({ re: Type.Number(), im: Type.Number() }, { additionalProperties: false })),
      vectors: Type.Optional(
        Type.Array(
          Type.Object({ re: Type.Array(Type.Number()), im: Type.Array(Type.Number()) }, { additionalProperties: false })
        )
      ),
      cut: Type.Optional(
        Type.Boolean({ description: "True if vectors were left out because the result was too long." })
      )
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {
        matrix: [
          [0, -1],
          [1, 0]
        ]
      },
      expect: {
        value: {
          values: [
            { re: 0, im: 1 },
            { re: 0, im: -1 }
          ]
        }
      }
    }
  ],
  execute: async ({ matrix, vectors = false }, context) => {
    checkSquare(matrix, "matrix")
    const found = (await runJob(
      {
        export: "computeEigenvalues",
        args: { matrix: flattenMatrix(matrix, matrix.length), size: matrix.length, vectors }
      },
      context
    )) as Eigenvalues
    const { values } = found
    if (found.vectors === undefined) return { values }
    return boundOutput(
      found.vectors,
      (kept, isCut) => ({ values, vectors: kept, ...(isCut ? { cut: true } : {}) }),
      "Not all eigenvectors fit; all eigenvalues are returned."
    )
  }
})
