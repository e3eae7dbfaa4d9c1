import type { Stoppable } from "@toolgate/core"
import * as Exit from "effect/Exit"
import { Turn } from "./drive.ts"
import { Lane, Slots, type Waiter } from "./Slots.ts"

/** The place of one call among those that run, from asking for it to leaving it. */
export class Place implements Waiter {
  readonly lane: Lane
  previous: Waiter | undefined = undefined
  next: Waiter | undefined = undefined
  private state: "none" | "waiting" | "held" | "left" = "none"
  private resume: (() => void) | undefined = undefined
  private inner: Lane | undefined = undefined

  constructor(lane: Lane) {
    this.lane = lane
  }

  /** True when the place was free. Otherwise `turn` is to be waited for. */
  take(): boolean {
    const taken = this.lane.slots.take(this)
    this.state = taken ? "held" : "waiting"
    return taken
  }

  /** Ends when the place has been given, or when the call is to end before. It leaves the queue when it is answered. */
  turn(call: { waitsIn(run: Stoppable | undefined): void }): Turn {
    return new Turn((ended) => {
      const came = () => {
        call.waitsIn(undefined)
        ended(Exit.void)
      }
      if (this.state === "held") return came()
      this.resume = came
      call.waitsIn({ stop: (reason) => ended(Exit.fail(reason)) })
    })
  }

  go(): void {
    this.state = "held"
    this.resume?.()
  }

  /** Gives back what it holds, or leaves the queue. */
  leave(): void {
    const { state } = this
    this.state = "left"
    if (state === "held") this.lane.slots.release(this.lane)
    else if (state === "waiting") this.lane.slots.withdraw(this)
  }

  /** A place within this one. A call's children share the place of their parent, one at a time, so that none waits for it. */
  child(): Place {
    this.inner ??= new Lane(new Slots(1, 1))
    return new Place(this.inner)
  }
}
