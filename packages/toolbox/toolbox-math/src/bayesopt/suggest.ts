import { impossible } from "@toolgate/toolbox-base/jobs"
import { Native } from "../native/Native.ts"
import { requireFinite } from "../requireFinite.ts"
import { describe } from "../statistics/describe.ts"

interface Observation {
  readonly x: ReadonlyArray<number>
  readonly y: number
}

interface JobArgs {
  readonly bounds: ReadonlyArray<{ readonly low: number; readonly high: number }>
  readonly observations: ReadonlyArray<Observation>
  readonly minimize: boolean
  readonly acquisition: "ei" | "ucb"
  readonly seed: number
}

/** A job that suggests the next point. */
export const suggest = async ({ bounds, observations, minimize, acquisition, seed }: JobArgs) => {
  const back = (unit: ReadonlyArray<number>) => bounds.map(({ low, high }, at) => low + (unit[at] ?? 0) * (high - low))
  const better = (one: Observation, other: Observation) => (minimize ? one.y < other.y : one.y > other.y)
  const best = observations.reduce<Observation | undefined>(
    (b, one) => (b === undefined || better(one, b) ? one : b),
    undefined
  )
  const values = observations.map(({ y }) => (minimize ? -y : y))
  const spread = values.length === 0 ? undefined : describe({ data: values })
  if (spread?.std === undefined || spread.std === 0)
    return {
      suggestion: back(halton(observations.length + 1, bounds.length, seed)),
      ...(best === undefined ? {} : { best })
    }
  const { mean, std } = spread
  const native = await Native.make()
  const units = observations.flatMap(({ x }) =>
    bounds.map(({ low, high }, at) => ((x[at] ?? low) - low) / (high - low))
  )
  const [point, told] = [native.room(bounds.length), native.room(3)]
  const ys = native.given(values.map((y) => (y - mean) / std))
  const kind = acquisition === "ucb" ? 1 : 0
  if (
    native.run("bayesopt", observations.length, bounds.length, native.given(units), ys, kind, seed, point, told) !== 0
  )
    throw impossible("No Gaussian process fits these observations; leave out those that contradict each other.")
  const [expected = 0, deviation = 0] = requireFinite(native.taken(told, 2))
  const y = mean + expected * std
  return {
    suggestion: back(requireFinite(native.taken(point, bounds.length))),
    expected: { mean: minimize ? -y : y, std: deviation * std },
    best
  }
}

/** Returns a point of the Halton sequence, which fills the unit cube evenly, shifted by the seed. */
const halton = (index: number, size: number, seed: number): ReadonlyArray<number> =>
  primes.slice(0, size).map((base, at) => {
    let [result, fraction, rest] = [0, 1 / base, index]
    for (; rest > 0; rest = Math.floor(rest / base), fraction /= base) result += fraction * (rest % base)
    const moved = result + (((seed % 9973) * (at + 1) * 0.618033988749895) % 1)
    return moved % 1
  })

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]
