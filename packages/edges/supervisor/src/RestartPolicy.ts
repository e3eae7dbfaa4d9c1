import { hasSucceeded, type RunnerEnding } from "./RunnerEnding.ts"

/**
 * Whether to restart a runner that has ended. A runner that was stopped, or that exited with status 0, is not
 * restarted.
 */
export type RestartPolicy =
  | "never"
  | {
      /** The most restarts. */
      readonly onFailure: number
      /** Milliseconds before the first restart, doubled for each further one. Default: one second. */
      readonly delayMs?: number
      /** Milliseconds. Default: 30 seconds. */
      readonly maxDelayMs?: number
    }

/**
 * Returns the milliseconds until the restart, or `undefined` for no restart. `restarts`: the number of restarts so far.
 */
export const getRestartDelay = (policy: RestartPolicy, ending: RunnerEnding, restarts: number): number | undefined => {
  if (policy === "never" || ending.how === "stopped" || hasSucceeded(ending) || restarts >= policy.onFailure)
    return undefined
  const { delayMs = 1_000, maxDelayMs = 30_000 } = policy
  return Math.min(delayMs * 2 ** restarts, maxDelayMs)
}
