import { Native } from "../native/Native.ts"
import { requireFinite } from "../requireFinite.ts"

interface JobArgs {
  /** The numbers of the matrix, row by row. */
  readonly a: Float64Array
  readonly columns: number
  readonly b: ReadonlyArray<number>
}

/** The solution of a x = b, or the least-squares solution. */
export interface Solved {
  readonly x: ReadonlyArray<number>
  /** The norm of a x - b. */
  readonly residual: number
  /** The rank of a. */
  readonly rank: number
}

/** A job that solves a x = b. */
export const solve = async ({ a, columns, b }: JobArgs): Promise<Solved> => {
  const native = await Native.make()
  const x = native.room(columns)
  const residual = native.room(1)
  const rank = native.run("solve", b.length, columns, native.given(a), native.given(b), x, residual)
  const [length = 0] = requireFinite(native.taken(residual, 1))
  return { x: requireFinite(native.taken(x, columns)), residual: length, rank }
}
