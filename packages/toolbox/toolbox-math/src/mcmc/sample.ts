import { impossible } from "@toolgate/toolbox-base/jobs"
import { splitRows } from "../checkMatrix.ts"
import { Native } from "../native/Native.ts"
import { requireFinite } from "../requireFinite.ts"

interface JobArgs {
  readonly code: Float64Array
  readonly start: ReadonlyArray<number>
  readonly samples: number
  readonly burnIn: number
  readonly step: number
  readonly seed: number
}

/** The statistics of the samples, per variable. */
export interface Sampled {
  readonly mean: Array<number>
  readonly std: Array<number>
  readonly quantiles: Array<{ p025: number; p25: number; p50: number; p75: number; p975: number }>
  readonly acceptance_rate: number
  readonly ess: Array<number>
}

/** A job that samples a distribution. */
export const sample = async (
  { code, start, samples, burnIn, step, seed }: JobArgs,
  progress: (text: string) => void
): Promise<Sampled> => {
  const native = await Native.make((done) => progress(`${Math.round(done * 100)} % of the samples.\n`))
  const size = start.length
  const told = native.room(2 + size * columns)
  const program = [native.given(code), code.length / 2] as const
  if (native.run("mcmc", size, ...program, native.given(start), samples, burnIn, step, seed, told) !== 0)
    throw impossible(
      'The density is 0 or infinite at the start; choose a "start" where "log_density" has a finite value.'
    )
  const [acceptance_rate = 0, , ...rest] = requireFinite(native.taken(told, 2 + size * columns))
  if (acceptance_rate === 0)
    throw impossible(
      'No step was accepted, so all samples are the same: give a "step" that is nearer to the width of the distribution, or a longer "burn_in".'
    )
  const rows = splitRows(rest, columns)
  const column = (at: number) => rows.map((row) => row[at] ?? 0)
  return {
    mean: column(0),
    std: column(1),
    quantiles: rows.map(([, , p025 = 0, p25 = 0, p50 = 0, p75 = 0, p975 = 0]) => ({ p025, p25, p50, p75, p975 })),
    acceptance_rate,
    ess: column(7)
  }
}

/** The statistics per variable: mean, standard deviation, five quantiles, effective sample size. */
const columns = 8
