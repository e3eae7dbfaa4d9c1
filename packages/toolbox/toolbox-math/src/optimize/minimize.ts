import { impossible } from "@toolgate/toolbox-base/jobs"
import { Native } from "../native/Native.ts"

interface JobArgs {
  readonly code: Float64Array
  readonly start: ReadonlyArray<number>
  readonly low: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
  readonly maxIterations: number
  readonly tolerance: number
}

/** A job that finds a minimum. */
export const minimize = async (
  { code, start, low, high, maxIterations, tolerance }: JobArgs,
  progress: (text: string) => void
) => {
  const native = await Native.make((done) => progress(`${Math.round(done * 100)} % of the iterations.\n`))
  const size = start.length
  const [x, told] = [native.room(size), native.room(3)]
  const points = [native.given(start), native.given(low), native.given(high)] as const
  native.run("optimize", size, native.given(code), code.length / 2, ...points, maxIterations, tolerance, x, told)
  const [value = 0, iterations = 0, converged = 0] = native.taken(told, 3)
  if (value === Number.POSITIVE_INFINITY)
    throw impossible("The expression has no finite value at the start and near it; choose another start.")
  const found = native.taken(x, size)
  if (!Number.isFinite(value) || !found.every(Number.isFinite))
    throw impossible('The expression falls without bound; give it "bounds".')
  return { x: found, value, iterations, converged: converged === 1 }
}
