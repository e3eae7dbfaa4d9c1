import { defineTool } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { checkMatrix, flattenMatrix } from "../checkMatrix.ts"
import { computes } from "../computes.ts"
import { createMatrixArgument, matrixResult } from "../createMatrixArgument.ts"
import { runJob } from "../runJob.ts"
import type { Singular } from "./decomposeMatrix.ts"

/** Computes the singular value decomposition of a matrix. */
export const matrixSvd = defineTool({
  ...computes,
  name: "matrix_svd",
  description:
    "Decomposes a matrix into u, the singular values s in falling order, and v, with matrix = u diag(s) transpose(v). The columns of u and v are the singular vectors. Also returns the numerical rank, and the condition number (the largest singular value divided by the smallest; absent if the smallest is 0).",
  parameters: Type.Object(
    { matrix: createMatrixArgument("The matrix, as a list of rows.") },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      u: matrixResult,
      s: Type.Array(Type.Number()),
      v: matrixResult,
      rank: Type.Integer(),
      condition: Type.Optional(Type.Number()),
      cut: Type.Optional(
        Type.Boolean({ description: "True if vectors of the smallest singular values were left out." })
      )
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {
        matrix: [
          [3, 0],
          [0, 4]
        ]
      },
      expect: {
        value: {
          u: [
            [0, 1],
            [1, 0]
          ],
          s: [4, 3],
          v: [
            [0, 1],
            [1, 0]
          ],
          rank: 2,
          condition: 1.3333333333333333
        }
      }
    }
  ],
  execute: async ({ matrix }, context) => {
    const columns = checkMatrix(matrix, "matrix")
    const { pairs, ...found } = (await runJob(
      { export: "decomposeMatrix", args: { matrix: flattenMatrix(matrix, columns), columns } },
      context
    )) as Singular
    return boundOutput(
      pairs,
      (kept, isCut) => {
        const columns = kept as Singular["pairs"]
        return { u: across(columns, "u"), v: across(columns, "v"), ...found, ...(isCut ? { cut: true } : {}) }
      },
      "Not all singular vectors fit; all singular values are returned."
    )
  }
})

/** Returns vectors as the columns of a matrix. */
const across = (pairs: Singular["pairs"], side: "u" | "v"): Array<Array<number>> =>
  (pairs[0]?.[side] ?? []).map((_, row) => pairs.map((pair) => pair[side][row] ?? 0))
