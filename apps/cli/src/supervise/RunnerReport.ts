import type { RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallDecision } from "./callDecision.ts"

/** Reports on a runner while it runs. */
export interface RunnerReport {
  /** Reports an event. `decision` is that of the call which the event answers. A returned promise settles when the report is written. */
  event(event: RunnerEvent, decision: CallDecision | undefined): void | Promise<void>
  /** Reports output. Resolves when more output is accepted. */
  output(output: RunnerOutput): Promise<void>
}
