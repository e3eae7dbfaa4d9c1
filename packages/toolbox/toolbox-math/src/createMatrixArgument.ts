import { Type } from "typebox"
import { most } from "./computes.ts"

/** Returns the schema of a matrix argument, as a list of rows. */
export const createMatrixArgument = (description: string) =>
  Type.Array(Type.Array(Type.Number(), { minItems: 1, maxItems: most.side }), {
    minItems: 1,
    maxItems: most.side,
    description
  })

/** The schema of a matrix in a result, as a list of rows. */
export const matrixResult = Type.Array(Type.Array(Type.Number()))
