import type { Refused, Stoppable } from "@toolgate/core"
import type { Fiber } from "effect/Fiber"

/** The end of a call before it is done: the reason, and how far the ending has come. */
export class CallEnding {
  readonly reason: Refused
  isUnderWay = false
  /** Whether whatever runs the call was told to stop. It is told once. */
  isTold = false

  constructor(reason: Refused) {
    this.reason = reason
  }

  /** Tells what runs the call to stop, and the fiber that the call waits in only if nothing can be told. */
  tell(run: Stoppable | undefined, fiber: Fiber<unknown, unknown> | undefined): void {
    this.isTold = true
    if (run !== undefined) run.stop(this.reason)
    else fiber?.interruptUnsafe()
  }
}
