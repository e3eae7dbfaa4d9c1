import { Native } from "./native/Native.ts"

/** The points at which to evaluate expressions. */
export interface Evaluation {
  /** The code of each expression, from `encodeExpression`. */
  readonly codes: ReadonlyArray<Float64Array>
  /** The values of each variable, one per point. */
  readonly variables: ReadonlyArray<ArrayLike<number>>
  readonly points: number
}

/** A job that evaluates expressions at points. Returns one list per expression. */
export const evaluate = async ({ codes, variables, points }: Evaluation): Promise<Array<Array<number>>> => {
  const native = await Native.make()
  const given = Float64Array.from(variables.flatMap((values) => Array.from(values)))
  const at = native.given(given)
  const values = native.room(points)
  return codes.map((code) => {
    native.run("evaluate", native.given(code), code.length / 2, at, points, values)
    return native.taken(values, points)
  })
}
