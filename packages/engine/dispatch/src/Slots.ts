import { Turns } from "./Turns.ts"

/** Something that waits for a place. `go` is called once, unless it was withdrawn before. */
export interface Waiter {
  readonly lane: Lane
  previous: Waiter | undefined
  next: Waiter | undefined
  go(): void
}

/** Those who share a cap: the calls of one session, or the children of one call. */
export class Lane {
  readonly slots: Slots
  running = 0
  first: Waiter | undefined = undefined
  last: Waiter | undefined = undefined
  /** The lane behind this one among those that have somebody waiting and room for one more. */
  behind: Lane | undefined = undefined
  enlisted = false

  constructor(slots: Slots) {
    this.slots = slots
  }
}

/**
 * At most `perLane` of each lane and `total` of all lanes hold a place. Within a lane, first come, first served; freed
 * places go round the lanes, so that a lane with ten thousand waiting delays another by one turn. Every operation is O(1). In one
 * turn of the event loop no more than a share of those who wait begin.
 */
export class Slots {
  private readonly perLane: number
  private free: number
  private firstLane: Lane | undefined = undefined
  private lastLane: Lane | undefined = undefined
  private draining = false
  private readonly turns = new Turns(() => this.drain())

  constructor(perLane: number, total: number) {
    this.perLane = perLane
    this.free = total
  }

  /** True when there was a place. Otherwise the waiter is in the queue and its `go` will be called. */
  take(waiter: Waiter): boolean {
    const { lane } = waiter
    if (this.free > 0 && lane.running < this.perLane && lane.first === undefined) {
      this.free--
      lane.running++
      return true
    }
    waiter.previous = lane.last
    if (lane.last === undefined) lane.first = waiter
    else lane.last.next = waiter
    lane.last = waiter
    this.enlist(lane)
    return false
  }

  withdraw(waiter: Waiter): void {
    const { lane, previous, next } = waiter
    if (previous !== undefined) previous.next = next
    else lane.first = next
    if (next !== undefined) next.previous = previous
    else lane.last = previous
    waiter.previous = waiter.next = undefined
  }

  release(lane: Lane): void {
    lane.running--
    this.free++
    this.enlist(lane)
    this.drain()
  }

  private enlist(lane: Lane): void {
    if (lane.enlisted || lane.first === undefined || lane.running >= this.perLane) return
    lane.enlisted = true
    if (this.lastLane === undefined) this.firstLane = lane
    else this.lastLane.behind = lane
    this.lastLane = lane
  }

  // What ends as soon as it goes gives its place back from within `go`: loop here rather than recurse.
  private drain(): void {
    if (this.draining) return
    this.draining = true
    while (this.free > 0 && this.firstLane !== undefined && this.turns.take()) {
      const lane = this.firstLane
      this.firstLane = lane.behind
      if (this.firstLane === undefined) this.lastLane = undefined
      lane.behind = undefined
      lane.enlisted = false
      const waiter = lane.first
      if (waiter === undefined || lane.running >= this.perLane) continue
      this.withdraw(waiter)
      this.free--
      lane.running++
      this.enlist(lane)
      waiter.go()
    }
    this.draining = false
  }
}
