import { endedWell, type RunnerEnding } from "./RunnerEnding.ts"

/** Whether a runner that has ended is started again. One that was stopped, or that ended with the status 0, never is. */
export type RestartPolicy =
  | "never"
  | {
      /** How often it is started again, at the most. */
      readonly onFailure: number
      /** How long after its first failure, in milliseconds: a second, unless told otherwise; twice that after each further one. */
      readonly delayMs?: number
      /** Half a minute, unless told otherwise. */
      readonly maxDelayMs?: number
    }

/** How long to wait before it is started again; `undefined` where it is not. `restarts`: how often it was already. */
export const restartDelay = (policy: RestartPolicy, ending: RunnerEnding, restarts: number): number | undefined => {
  if (policy === "never" || ending.how === "stopped" || endedWell(ending) || restarts >= policy.onFailure)
    return undefined
  const { delayMs = 1_000, maxDelayMs = 30_000 } = policy
  return Math.min(delayMs * 2 ** restarts, maxDelayMs)
}
