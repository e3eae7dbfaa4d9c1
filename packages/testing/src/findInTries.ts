/**
 * Tries up to fifty times to find something that depends on chance. Returns the first non-empty result.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findInTries } from "@toolgate/testing"
 *
 * let tries = 0
 * // The race happens on the third try.
 * const found = await findInTries(async () => (++tries === 3 ? ["a race"] : []))
 * assert.deepEqual([found, tries], [["a race"], 3])
 * ```
 */
export const findInTries = async <A>(look: () => Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  for (let tries = 0; tries < 50; tries++) {
    const found = await look()
    if (found.length > 0) return found
  }
  return []
}
