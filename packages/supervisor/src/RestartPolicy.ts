import { endedWell, type RunnerEnding } from "./RunnerEnding.ts"

/** Whether a runner that has ended is started again. One that was stopped, or that ended with the status 0, never is. */
export type RestartPolicy =
  | "never"
  | {
      /** How often it is started again, at the most. */
      readonly onFailure: number
      /** How long after its first failure, in milliseconds; twice that after each further one. */
      readonly delayMs: number
      readonly maxDelayMs: number
    }

/** How long to wait before it is started again; `undefined` where it is not. `restarts`: how often it was already. */
export const restartDelay = (policy: RestartPolicy, ending: RunnerEnding, restarts: number): number | undefined => {
  if (policy === "never" || ending.how === "stopped" || endedWell(ending) || restarts >= policy.onFailure)
    return undefined
  return Math.min(policy.delayMs * 2 ** restarts, policy.maxDelayMs)
}
