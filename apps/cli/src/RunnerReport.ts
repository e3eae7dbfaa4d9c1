import type { RunnerEvent, RunnerOutput } from "toolgate"
import type { CallDecision } from "./callDecision.ts"

/** Tells what a runner does, as it does it. */
export interface RunnerReport {
  /** `decision`: of the call that the event answers. */
  event(event: RunnerEvent, decision: CallDecision | undefined): void
  /** Settles when the next piece may come. */
  output(output: RunnerOutput): Promise<void>
}
