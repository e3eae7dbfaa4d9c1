import { Turns } from "./Turns.ts"

/** Something that waits for a place. `go` is called once, unless the waiter was withdrawn before. */
export interface Waiter {
  readonly lane: Lane
  previous: Waiter | undefined
  next: Waiter | undefined
  go(): void
}

/** A group of waiters with a common cap: the calls of one session, or the children of one call. */
export class Lane {
  readonly slots: Slots
  running = 0
  first: Waiter | undefined = undefined
  last: Waiter | undefined = undefined
  /** The next lane in the list of lanes that have both a waiter and room for one more. */
  behind: Lane | undefined = undefined
  enlisted = false

  constructor(slots: Slots) {
    this.slots = slots
  }
}

/**
 * Places for calls: at most `perLane` for each lane and `total` for all lanes. Within a lane, first come, first served. Freed
 * places go round the lanes, so that a lane with ten thousand waiters delays another lane by one turn. Every operation is O(1). In
 * one turn of the event loop only a share of the waiters begin.
 */
export class Slots {
  private perLane: number
  private free: number
  private firstLane: Lane | undefined = undefined
  private lastLane: Lane | undefined = undefined
  private draining = false
  private readonly turns = new Turns(() => this.drain())

  constructor(perLane: number, total: number) {
    this.perLane = perLane
    this.free = total
  }

  /** Takes a place and returns true if there was one. Otherwise the waiter is in the queue, and its `go` will be called. */
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

  /** Takes a place of a lane for which nobody waited, and returns true, if there is one and nobody waits who could have it. */
  takeSpare(lane: Lane): boolean {
    if (this.isWanted(lane) || this.free === 0 || lane.running >= this.perLane) return false
    this.free--
    lane.running++
    return true
  }

  /** Whether a place of this lane would go to somebody who waits. */
  isWanted(lane: Lane): boolean {
    return lane.first !== undefined || this.firstLane !== undefined
  }

  /** Adds a place, for the only lane. */
  grow(): void {
    this.perLane++
    this.free++
  }

  /** Releases a place of the only lane, which then has one less. */
  shrink(lane: Lane): void {
    lane.running--
    this.perLane--
  }

  /** Takes a free place of the only lane away for good, and returns true, if there is one. */
  shrinkFree(): boolean {
    if (this.free === 0) return false
    this.free--
    this.perLane--
    return true
  }

  /** Whether a call of this lane would have to wait. */
  isFull({ running }: Lane): boolean {
    return this.free === 0 || running >= this.perLane
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

  // A waiter that ends as soon as it goes gives its place back from within `go`: loop here rather than recurse.
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
