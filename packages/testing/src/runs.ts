/** Whether this is a run of `pnpm night`, which has an hour for what `pnpm test` does in minutes. */
export const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""

/** Returns how often a test repeats something: `byDay` times in `pnpm test`, and `atNight` times in `pnpm night`. */
export const chooseCount = (byDay: number, atNight: number): number => (isNight ? atNight : byDay)

const share = Number(process.env.TOOLGATE_RUNS ?? 1)

/**
 * Returns how often a property is tried. The environment variable TOOLGATE_RUNS multiplies this number: 0.1 tries each property a tenth
 * as often.
 */
export const runs = (byDay: number, atNight = 20 * byDay): { readonly numRuns: number } => ({
  numRuns: Math.max(1, Math.round(share * chooseCount(byDay, atNight)))
})

/**
 * Returns how often something happens at least in so many runs, if each run does it with this probability: six standard deviations less
 * than the mean. A property that counts what it has tried never fails by bad luck then, in any number of runs.
 */
export const leastOften = (probability: number, { numRuns }: { readonly numRuns: number }): number =>
  Math.max(0, Math.floor(numRuns * probability - 6 * Math.sqrt(numRuns * probability * (1 - probability))))
