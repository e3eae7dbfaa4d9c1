import { Native } from "../native/Native.ts"

interface JobArgs {
  readonly code: Float64Array
  /** The distribution, a, b and c of each variable. */
  readonly variables: ReadonlyArray<ReadonlyArray<number>>
  readonly samples: number
  readonly seed: number
}

/** The result of a simulation, and its number of finite samples. */
export interface Simulated {
  readonly counted: number
  readonly mean: number
  readonly std: number
  readonly min: number
  readonly max: number
  readonly p05: number
  readonly p50: number
  readonly p95: number
  readonly histogram: ReadonlyArray<{ readonly from: number; readonly to: number; readonly count: number }>
}

/** A job that simulates an expression of random variables. */
export const simulate = async (
  { code, variables, samples, seed }: JobArgs,
  progress: (text: string) => void
): Promise<Simulated> => {
  const native = await Native.make((done) => progress(`${Math.round(done * 100)} % of the samples.\n`))
  const told = native.room(8 + bins)
  native.run(
    "monte_carlo",
    native.given(code),
    code.length / 2,
    native.given(variables.flat()),
    variables.length,
    samples,
    seed,
    told
  )
  const [counted = 0, mean = 0, std = 0, min = 0, max = 0, p05 = 0, p50 = 0, p95 = 0, ...counts] = native.taken(
    told,
    8 + bins
  )
  const edge = (at: number) => (at === bins ? max : min + ((max - min) * at) / bins)
  const histogram = counts.map((count, at) => ({ from: edge(at), to: edge(at + 1), count }))
  // Equal values have one bin.
  return { counted, mean, std, min, max, p05, p50, p95, histogram: max > min ? histogram : histogram.slice(0, 1) }
}

const bins = 20
