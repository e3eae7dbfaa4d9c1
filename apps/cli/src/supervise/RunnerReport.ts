import type { RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallDecision } from "./callDecision.ts"

/** A report of what a runner does, while it runs. */
export interface RunnerReport {
  /**
   * Reports an event. `decision` belongs to the call that the event answers. If the result is a promise, the report is
   * done when the promise settles.
   */
  event(event: RunnerEvent, decision: CallDecision | undefined): void | Promise<void>
  /** Reports output. Resolves when the report takes further output. */
  output(output: RunnerOutput): Promise<void>
}
