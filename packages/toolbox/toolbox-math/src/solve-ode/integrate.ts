import { impossible } from "@toolgate/toolbox-base/jobs"
import { splitRows } from "../checkMatrix.ts"
import { Native } from "../native/Native.ts"

interface JobArgs {
  readonly codes: ReadonlyArray<Float64Array>
  readonly initial: ReadonlyArray<number>
  readonly t0: number
  readonly t1: number
  readonly rtol: number
  readonly atol: number
  readonly maxSteps: number
  readonly points: number
}

/** The solution of differential equations: the values of all variables at each time. */
export interface Solution {
  readonly t: Array<number>
  readonly y: Array<Array<number>>
  readonly steps: number
}

/** A job that solves differential equations. */
export const integrate = async (
  { codes, initial, t0, t1, rtol, atol, maxSteps, points }: JobArgs,
  progress: (text: string) => void
): Promise<Solution> => {
  const native = await Native.make((done) => progress(`${Math.round(done * 100)} % of the time.\n`))
  const size = codes.length
  const t = Array.from({ length: points }, (_, at) => (at === points - 1 ? t1 : t0 + ((t1 - t0) * at) / (points - 1)))
  const [ys, told] = [native.room(size * points), native.room(3)]
  const code = native.given(codes.flatMap((one) => Array.from(one)))
  const lengths = native.given(codes.map((one) => one.length / 2))
  const from = [native.given(initial), native.given(t)] as const
  const status = native.run("ode", size, code, lengths, ...from, points, rtol, atol, maxSteps, ys, told)
  const [steps = 0, reached = t0] = native.taken(told, 3)
  if (status !== 0) throw impossible((reasons[status] ?? reasons[2])(reached))
  return { t, y: splitRows(native.taken(ys, size * points), size).map((row) => [...row]), steps }
}

const reasons: Readonly<Record<number, (t: number) => string>> & { readonly 2: (t: number) => string } = {
  1: (t) =>
    `The limit of steps was reached at t = ${t}; raise "max_steps" or "rtol", or ask for less time. The equations may be stiff.`,
  2: (t) =>
    `The solution is not finite beyond t = ${t}: it grows without bound, or an equation has no value there; end before it.`,
  3: (t) =>
    `The steps became too small at t = ${t}: the solution changes without bound there, "rtol" asks for too much, or the whole interval is too short for so large or small a t.`
}
