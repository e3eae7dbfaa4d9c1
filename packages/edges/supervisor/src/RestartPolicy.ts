import { endedWell, type RunnerEnding } from "./RunnerEnding.ts"

/**
 * Whether a runner that has ended is started again. A runner that was stopped, or that ended with status 0, is never
 * started again.
 */
export type RestartPolicy =
  | "never"
  | {
      /** The number of restarts, at most. */
      readonly onFailure: number
      /**
       * The time after the first failure in milliseconds: a second by default. The time doubles with each further
       * failure.
       */
      readonly delayMs?: number
      /** Half a minute by default. */
      readonly maxDelayMs?: number
    }

/**
 * Returns the time until a runner is started again, or `undefined` if it is not started again. `restarts`: the number
 * of restarts so far.
 */
export const restartDelay = (policy: RestartPolicy, ending: RunnerEnding, restarts: number): number | undefined => {
  if (policy === "never" || ending.how === "stopped" || endedWell(ending) || restarts >= policy.onFailure)
    return undefined
  const { delayMs = 1_000, maxDelayMs = 30_000 } = policy
  return Math.min(delayMs * 2 ** restarts, maxDelayMs)
}
