import { defineTool, ToolValidationError, toolOutput } from "@toolgate/core"
import { addNotes } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { checkMatrix, flattenMatrix } from "../checkMatrix.ts"
import { computes, most } from "../computes.ts"
import { createMatrixArgument } from "../createMatrixArgument.ts"
import { runJob } from "../runJob.ts"
import type { Solved } from "./solve.ts"

/** Solves a system of linear equations. */
export const matrixSolve = defineTool({
  ...computes,
  name: "matrix_solve",
  description:
    "Solves the linear equations a x = b by a QR decomposition. If there is no exact solution, x is the least-squares one, and residual is the length of a x - b. If there are many, x is the shortest. A rank below the number of columns says so.",
  parameters: Type.Object(
    {
      a: createMatrixArgument("The matrix, as a list of rows."),
      b: Type.Array(Type.Number(), {
        minItems: 1,
        maxItems: most.side,
        description: "The right side: a number for each row."
      })
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    { x: Type.Array(Type.Number()), residual: Type.Number(), rank: Type.Integer() },
    { additionalProperties: false }
  ),
  examples: [
    {
      args: {
        a: [
          [2, 1],
          [1, 3]
        ],
        b: [3, 5]
      },
      expect: { value: { x: [0.7999999999999997, 1.4], residual: 1.2560739669470201e-15, rank: 2 } }
    }
  ],
  execute: async ({ a, b }, context) => {
    const columns = checkMatrix(a, "a")
    if (a.length !== b.length)
      throw new ToolValidationError({
        message: `The matrix "a" has ${a.length} rows and "b" has ${b.length} numbers; give one number for each row.`
      })
    const args = { a: flattenMatrix(a, columns), columns, b }
    const { x, residual, rank } = (await runJob({ export: "solve", args }, context)) as Solved
    const value = { x: [...x], residual, rank }
    if (rank < columns) {
      const singular = a.length === columns ? ", so that it is singular" : ""
      return addNotes(
        value,
        `The rank of "a" is ${rank} and it has ${columns} columns${singular}: x is the shortest of its least-squares solutions.`
      )
    }
    return a.length === columns
      ? toolOutput({ value })
      : addNotes(value, "There are more equations than unknowns: x is the least-squares solution.")
  }
})
