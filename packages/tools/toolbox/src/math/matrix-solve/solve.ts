import { finite } from "../finite.ts"
import { Native } from "../native/Native.ts"

interface Given {
  readonly a: ReadonlyArray<ReadonlyArray<number>>
  readonly b: ReadonlyArray<number>
}

/** A job that solves a x = b. */
export const solve = async ({ a, b }: Given) => {
  const native = await Native.make()
  const columns = a[0]?.length ?? 0
  const x = native.room(columns)
  const residual = native.room(1)
  const rank = native.run("solve", a.length, columns, native.given(a.flat()), native.given(b), x, residual)
  return { x: finite(native.taken(x, columns)), residual: finite(native.taken(residual, 1))[0], rank }
}
