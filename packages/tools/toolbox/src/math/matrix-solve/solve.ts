import { finite } from "../finite.ts"
import { Native } from "../native/Native.ts"

interface Given {
  /** The numbers of the matrix, row after row. */
  readonly a: Float64Array
  readonly columns: number
  readonly b: ReadonlyArray<number>
}

/** A job that solves a x = b. */
export const solve = async ({ a, columns, b }: Given) => {
  const native = await Native.make()
  const x = native.room(columns)
  const residual = native.room(1)
  const rank = native.run("solve", b.length, columns, native.given(a), native.given(b), x, residual)
  return { x: finite(native.taken(x, columns)), residual: finite(native.taken(residual, 1))[0], rank }
}
