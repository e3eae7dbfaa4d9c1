import type { Stoppable } from "@toolgate/core"
import * as Exit from "effect/Exit"
import { Turn } from "./drive.ts"
import { Lane, Slots, type Waiter } from "./Slots.ts"

/**
 * The lane of the children of one call. They share its place, and run beside each other as long as places of its own lane are spare.
 * None of them waits for such a place, so that no parent waits for its own.
 */
class ChildLane extends Lane {
  private readonly outer: Lane
  private spare = 0

  constructor(outer: Lane) {
    super(new Slots(1, 1))
    this.outer = outer
  }

  /** Takes a spare place, if all are taken and there is one. */
  widen(): void {
    if (!this.slots.isFull(this) || !this.outer.slots.takeSpare(this.outer)) return
    this.spare++
    this.slots.grow()
  }

  /** Releases the place of a child: to the next one, or to whoever waits outside. */
  release(): void {
    if (this.spare > 0 && (this.first === undefined || this.outer.slots.isWanted(this.outer))) {
      this.slots.shrink(this)
      this.giveBackSpare()
    } else this.slots.release(this)
  }

  /** Takes a child out of the queue. If it was the last, the spare places that were free for the queue are given back. */
  withdraw(child: Waiter): void {
    this.slots.withdraw(child)
    while (this.spare > 0 && this.first === undefined && this.slots.shrinkFree()) this.giveBackSpare()
  }

  private giveBackSpare(): void {
    this.spare--
    this.outer.slots.release(this.outer)
  }
}

/** The place of one call among the calls that run, from the request for the place to its return. */
export class Place implements Waiter {
  readonly lane: Lane
  previous: Waiter | undefined = undefined
  next: Waiter | undefined = undefined
  private state: "none" | "waiting" | "held" | "left" = "none"
  private resume: (() => void) | undefined = undefined
  private inner: ChildLane | undefined = undefined

  constructor(lane: Lane) {
    this.lane = lane
  }

  /** Takes the place and returns true if it was free. Otherwise the call has to wait for `turn`. */
  take(): boolean {
    const { lane } = this
    if (lane instanceof ChildLane) lane.widen()
    const taken = lane.slots.take(this)
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
    const { state, lane } = this
    this.state = "left"
    if (state === "waiting") {
      if (lane instanceof ChildLane) lane.withdraw(this)
      else lane.slots.withdraw(this)
    } else if (state === "held") {
      if (lane instanceof ChildLane) lane.release()
      else lane.slots.release(lane)
    }
  }

  /** Returns a place for a child, within this one or beside it. */
  child(): Place {
    this.inner ??= new ChildLane(this.lane)
    return new Place(this.inner)
  }
}
