import { impossible } from "@toolgate/toolbox-base/jobs"

interface JobArgs {
  readonly data: ArrayLike<number>
  readonly percentiles?: ReadonlyArray<number>
}

/** A job that describes numbers. Mean and variance stay accurate for large numbers with small differences. */
export const describe = ({ data: given, percentiles }: JobArgs) => {
  const data = Float64Array.from(given)
  const count = data.length
  const sum = exactSum(data)
  // The mean of the differences corrects the rounding of the mean. If numbers are far larger, the differences are
  // rounded more.
  const rough = sum / count
  const rest = exactSum(data.map((x) => x - rough)) / count
  const mean = Math.abs(rest) <= Math.abs(rough) * Number.EPSILON ? rough + rest : rough
  const away = data.map((x) => x - mean)
  // The squares of very small numbers would be 0. Scaling by a power of two is exact.
  const unit = unitOf(away)
  const scaled = away.map((x) => x / unit)
  const drift = exactSum(scaled)
  const spread = (exactSum(scaled.map((x) => x * x)) - (drift * drift) / count) / (count - 1)
  const sorted = data.toSorted()
  const at = (p: number): number => {
    const rank = (p * (count - 1)) / 100
    const [below = 0, above = below] = sorted.subarray(Math.floor(rank), Math.floor(rank) + 2)
    return below + (rank - Math.floor(rank)) * (above - below)
  }
  const [min = 0, max = 0] = [sorted[0], sorted.at(-1)]
  const found = {
    count,
    sum,
    mean,
    ...(count > 1 ? { std: Math.sqrt(spread) * unit, variance: spread * unit * unit } : {}),
    min,
    max,
    median: at(50),
    q1: at(25),
    q3: at(75)
  }
  if (!Object.values(found).every(Number.isFinite))
    throw impossible("The numbers are so large that their sum or their squares are infinite; scale them down.")
  return percentiles === undefined ? found : { ...found, percentiles: percentiles.map((p) => ({ p, value: at(p) })) }
}

/** Returns the largest power of two up to the largest absolute number. */
const unitOf = (numbers: Float64Array): number => {
  const most = numbers.reduce((before, x) => Math.max(before, Math.abs(x)), 0)
  return most > 0 ? 2 ** Math.max(-1022, Math.floor(Math.log2(most))) : 1
}

/** Returns a compensated sum (Neumaier 1974). */
const exactSum = (numbers: Float64Array): number => {
  let sum = 0
  let lost = 0
  for (const x of numbers) {
    const next = sum + x
    lost += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum
    sum = next
  }
  return sum + lost
}
