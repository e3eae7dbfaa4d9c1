/**
 * Runs a function while `performance.now` and `Date.now` jump ahead at each reading, by these milliseconds in turn, as
 * on a busy machine. Reveals code whose result depends on elapsed time.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { runWithJumpingClock } from "@toolgate/testing"
 *
 * // Each reading is a minute later.
 * const passed = await runWithJumpingClock([60_000], () => {
 *   const began = Date.now()
 *   return Date.now() - began
 * })
 * assert(passed >= 60_000)
 * ```
 */
export const runWithJumpingClock = async <A>(
  jumps: ReadonlyArray<number>,
  run: () => A | Promise<A>
): Promise<Awaited<A>> => {
  const { now: steady } = performance
  const { now: date } = Date
  let readings = 0
  let ahead = 0
  const jump = () => {
    ahead += jumps[readings++ % jumps.length] ?? 0
    return ahead
  }
  performance.now = () => steady.call(performance) + jump()
  Date.now = () => date() + jump()
  try {
    return await run()
  } finally {
    performance.now = steady
    Date.now = date
  }
}
