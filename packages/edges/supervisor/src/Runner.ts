import type * as Effect from "effect/Effect"
import type { RunnerEnding } from "./RunnerEnding.ts"

/** An agent that runs under a supervisor. */
export interface Runner {
  readonly agent: string
  /** The session of the runner's calls. */
  readonly session: string
  /** Succeeds when the runner has ended and is not started again. */
  readonly ended: Effect.Effect<RunnerEnding>
  /**
   * Ends the runner with everything that it started, and succeeds when they have ended. The runner is told the reason.
   */
  readonly stop: (reason: string) => Effect.Effect<RunnerEnding>
  /** Ends the runner as `stop` does, but without grace and without telling the runner. */
  readonly kill: (reason: string) => Effect.Effect<RunnerEnding>
}
