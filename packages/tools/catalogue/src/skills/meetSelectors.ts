import { includesName } from "@toolgate/policy"

/**
 * Returns the selectors for the tools that both lists allow, or `undefined` where only a gate knows: which tools belong to a group
 * depends on the tools that there are.
 */
export const meetSelectors = (
  first: ReadonlyArray<string>,
  second: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  if ([...first, ...second].some((selector) => selector.startsWith("group:"))) return undefined
  const within = (selectors: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
    selectors.filter((selector) => others.some((other) => includesName(other, selector)))
  return [...new Set([...within(first, second), ...within(second, first)])]
}
