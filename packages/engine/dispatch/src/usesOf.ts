import type { ObservedUse } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/**
 * Returns copies of what a provider reports, each member read once. A use that cannot be read stays one, without its members: it is
 * on record that there was one.
 */
export const usesOf = (given: Iterable<ObservedUse>): ReadonlyArray<ObservedUse> => {
  if (!Predicate.isIterable(given) || Predicate.isString(given))
    throw new TypeError("What a provider reports has to be a list of uses.")
  return Array.from(given, (use) => {
    try {
      const { tool, id, type, name, input, failed } = use
      return { tool, id, type, name, input, failed }
    } catch {
      return {}
    }
  })
}
