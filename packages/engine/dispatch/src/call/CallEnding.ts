import type { Refused, Stoppable } from "@toolgate/core"
import type { Fiber } from "effect/Fiber"

/** An early end of a call: its reason and its progress. */
export class CallEnding {
  readonly reason: Refused
  isUnderWay = false
  /** Whether the run was asked to stop. This happens once. */
  isTold = false

  constructor(reason: Refused) {
    this.reason = reason
  }

  /** Stops the run. Interrupts the waiting fiber only if there is no run. */
  tell(run: Stoppable | undefined, fiber: Fiber<unknown, unknown> | undefined): void {
    this.isTold = true
    if (run !== undefined) run.stop(this.reason)
    else fiber?.interruptUnsafe()
  }
}
