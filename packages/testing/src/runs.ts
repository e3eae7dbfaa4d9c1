/** Whether this is a run of `pnpm night`, which has an hour instead of minutes. */
export const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""

/**
 * Returns the number of repetitions: `byDay` in `pnpm test`, and `atNight` in `pnpm night`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { chooseCount, isNight } from "@toolgate/testing"
 *
 * // Kills a process three times by day, and three hundred times at night.
 * assert.equal(chooseCount(3, 300), isNight ? 300 : 3)
 * ```
 */
export const chooseCount = (byDay: number, atNight: number): number => (isNight ? atNight : byDay)

/** The factor for the number of runs of each property. */
const share = Number(process.env.TOOLGATE_RUNS ?? chooseCount(0.15, 10))

/** The minimum number of runs by day, unless the test asks for less. */
const few = 20

/**
 * Returns the number of runs of a property: 15 % of `usual` in `pnpm test`, and ten times `usual` in `pnpm night`.
 * Set TOOLGATE_RUNS to another factor, such as 0.1 or 100.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { runs } from "@toolgate/testing"
 * import fc from "fast-check"
 *
 * let tried = 0
 * const reverses = fc.property(fc.array(fc.integer()), (list) => {
 *   tried++
 *   assert.deepEqual(list.toReversed().toReversed(), list)
 * })
 * fc.assert(reverses, runs(100))
 * assert.equal(tried, runs(100).numRuns)
 * ```
 */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.max(Math.min(few, usual), Math.round(share * usual))
})

/**
 * Returns a safe lower limit for how often an event of this probability happens: six standard deviations below the
 * mean, but at least once. Prevents failures by bad luck.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getLeastCount } from "@toolgate/testing"
 *
 * // A coin that is tossed 4,000 times shows heads at least this often.
 * assert.equal(getLeastCount(0.5, { numRuns: 4_000 }), 1_810)
 * ```
 */
export const getLeastCount = (probability: number, { numRuns }: { readonly numRuns: number }): number =>
  Math.max(1, Math.floor(numRuns * probability - 6 * Math.sqrt(numRuns * probability * (1 - probability))))
