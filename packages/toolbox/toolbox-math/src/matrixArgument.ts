import { Type } from "typebox"
import { most } from "./computes.ts"

/** An argument that is a matrix, as a list of its rows. */
export const matrixArgument = (description: string) =>
  Type.Array(Type.Array(Type.Number(), { minItems: 1, maxItems: most.side }), {
    minItems: 1,
    maxItems: most.side,
    description
  })

/** A matrix in a result, as a list of its rows. */
export const matrixResult = Type.Array(Type.Array(Type.Number()))
