import type { WebhookLimits } from "./WebhookEndpoint.ts"

/**
 * Returns the pause after a failed attempt in milliseconds; `undefined` if the delivery is given up. `random` is between 0
 * and 1, and shortens the pause by up to a fifth, so that many deliveries do not come back at once.
 */
export const getRetryPause = (
  { attempt, ageMs }: { readonly attempt: number; readonly ageMs: number },
  { firstPauseMs, longestPauseMs, mostAttempts, oldestMs }: WebhookLimits,
  random: number
): number | undefined => {
  if (attempt >= mostAttempts) return undefined
  const longest = Math.min(longestPauseMs, firstPauseMs * 4 ** (attempt - 1))
  const pause = Math.ceil(longest * (1 - random / 5))
  return ageMs + pause > oldestMs ? undefined : pause
}
