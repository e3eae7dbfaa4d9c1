/** A summary of values. Half of them are between `p25` and `p75`. */
export interface Spread {
  readonly min: number
  readonly p25: number
  readonly median: number
  readonly p75: number
}

/** Returns the quartiles and the minimum of values. */
export const summarize = (values: ReadonlyArray<number>): Spread => {
  const sorted = values.toSorted((one, other) => one - other)
  return {
    min: quantile(sorted, 0),
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75)
  }
}

export const getMedian = (values: ReadonlyArray<number>): number => summarize(values).median

/** Returns a quantile of sorted values by linear interpolation; `NaN` without values. */
const quantile = (sorted: ReadonlyArray<number>, at: number): number => {
  const place = (sorted.length - 1) * at
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
