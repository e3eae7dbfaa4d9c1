/** Whether this is a run of `pnpm night`, which has an hour instead of minutes. */
export const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""

/** Returns the number of repetitions: `byDay` in `pnpm test`, and `atNight` in `pnpm night`. */
export const chooseCount = (byDay: number, atNight: number): number => (isNight ? atNight : byDay)

/** The factor for the number of runs of each property. */
const share = Number(process.env.TOOLGATE_RUNS ?? chooseCount(0.15, 10))

/** The minimum number of runs by day, unless the test asks for less. */
const few = 20

/**
 * Returns the number of runs of a property: 15 % of `usual` in `pnpm test`, and ten times `usual` in `pnpm night`.
 * Set TOOLGATE_RUNS to another factor, such as 0.1 or 100.
 */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.max(Math.min(few, usual), Math.round(share * usual))
})

/**
 * Returns a safe lower limit for how often an event of this probability happens: six standard deviations below the
 * mean, but at least once. Prevents failures by bad luck.
 */
export const getLeastCount = (probability: number, { numRuns }: { readonly numRuns: number }): number =>
  Math.max(1, Math.floor(numRuns * probability - 6 * Math.sqrt(numRuns * probability * (1 - probability))))
