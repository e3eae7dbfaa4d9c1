/** Whether this is a run of `pnpm night`, which has an hour for what `pnpm test` does in minutes. */
export const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""

/** Returns how often a test repeats something: `byDay` times in `pnpm test`, and `atNight` times in `pnpm night`. */
export const chooseCount = (byDay: number, atNight: number): number => (isNight ? atNight : byDay)

/** The share of the number that a test gives, for each of its properties. */
const share = Number(process.env.TOOLGATE_RUNS ?? chooseCount(0.15, 10))

/** The number of runs below which no property falls by day, unless its test gives less. */
const few = 20

/**
 * Returns how often a property is tried: 15 % of `usual` in `pnpm test`, and ten times `usual` in `pnpm night`. The environment
 * variable TOOLGATE_RUNS sets another share, such as 0.1 or 100.
 */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.max(Math.min(few, usual), Math.round(share * usual))
})

/**
 * Returns how often something happens at least in so many runs, if each run does it with this probability: six standard deviations less
 * than the mean, and once. With it, a property that counts what it has tried does not fail by bad luck.
 */
export const leastOften = (probability: number, { numRuns }: { readonly numRuns: number }): number =>
  Math.max(1, Math.floor(numRuns * probability - 6 * Math.sqrt(numRuns * probability * (1 - probability))))
