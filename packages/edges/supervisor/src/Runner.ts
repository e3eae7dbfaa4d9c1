import type * as Effect from "effect/Effect"
import type { RunnerEnding } from "./RunnerEnding.ts"

/** An agent that runs beneath a supervisor. */
export interface Runner {
  readonly agent: string
  /** The session of its calls. */
  readonly session: string
  /** Ends when it has ended and is not started again. */
  readonly ended: Effect.Effect<RunnerEnding>
  /** Has it end, with all that it started, and ends when it has. The reason is told to it. */
  readonly stop: (reason: string) => Effect.Effect<RunnerEnding>
  /** The same without any grace, and without a word to it. */
  readonly kill: (reason: string) => Effect.Effect<RunnerEnding>
}
