import type { RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
import type { CallDecision } from "./callDecision.ts"

/** Tells what a runner does, as it does it. */
export interface RunnerReport {
  /** `decision`: of the call that the event answers. Where it answers with a promise, the event is told when that settles. */
  event(event: RunnerEvent, decision: CallDecision | undefined): void | Promise<void>
  /** Settles when the next piece may come. */
  output(output: RunnerOutput): Promise<void>
}
