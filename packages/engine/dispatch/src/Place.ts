import type { Stoppable } from "@toolgate/core"
import * as Exit from "effect/Exit"
import { Turn } from "./drive.ts"
import { Lane, Slots, type Waiter } from "./Slots.ts"

/** The place of one call among the calls that run, from the request for the place to its return. */
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

  /** Takes the place and returns true if it was free. Otherwise the call has to wait for `turn`. */
  take(): boolean {
    const taken = this.lane.slots.take(this)
    this.state = taken ? "held" : "waiting"
    return taken
  }

  /**
   * Returns a turn that ends when the call has its place, or when the call is to end before. The call leaves the queue when it is
   * answered.
   */
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

  /** Gives the place back, or leaves the queue. */
  leave(): void {
    const { state } = this
    this.state = "left"
    if (state === "held") this.lane.slots.release(this.lane)
    else if (state === "waiting") this.lane.slots.withdraw(this)
  }

  /**
   * Returns a place within this one. The children of a call share the place of their parent, one at a time, so that no parent waits
   * for its own place.
   */
  child(): Place {
    this.inner ??= new Lane(new Slots(1, 1))
    return new Place(this.inner)
  }
}
