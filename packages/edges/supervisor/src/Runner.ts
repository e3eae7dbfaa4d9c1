import type * as Effect from "effect/Effect"
import type { RunnerEnding } from "./RunnerEnding.ts"

/** An agent that runs under a supervisor. */
export interface Runner {
  readonly agent: string
  /** The session of the runner's calls. */
  readonly session: string
  /** Succeeds when the runner has ended and will not be restarted. */
  readonly ended: Effect.Effect<RunnerEnding>
  /** Ends the runner and all its children, and succeeds when they are gone. The runner receives the reason. */
  readonly stop: (reason: string) => Effect.Effect<RunnerEnding>
  /** Ends the runner like `stop`, but without grace and without notice. */
  readonly kill: (reason: string) => Effect.Effect<RunnerEnding>
}
