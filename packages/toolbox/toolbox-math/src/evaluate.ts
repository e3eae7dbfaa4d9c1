import { Native } from "./native/Native.ts"

/** Points at which an expression is evaluated. */
export interface Evaluation {
  /** The code of each expression, as `codeOf` makes it. */
  readonly codes: ReadonlyArray<Float64Array>
  /** The values of each variable at all points. Each list is as long as there are points. */
  readonly variables: ReadonlyArray<ArrayLike<number>>
  readonly points: number
}

/** A job that returns the values of expressions at points, a list for each expression. */
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
