/**
 * A lane: callers that share a bound. It knows how many places they hold, and which of them wait, in the order of
 * asking.
 */
class Lane<A> {
  held = 0
  readonly waiting = new Set<A>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get hasRoom(): boolean {
    return this.held < this.most
  }

  get isUnused(): boolean {
    return this.held === 0 && this.waiting.size === 0
  }
}

/** The number of places. */
interface TurnBounds {
  /** The most places that one lane holds. It does not bound the lane `undefined`. */
  readonly perLane: number
  readonly inAll: number
}

/**
 * Places that are given to lanes in turn. Within a lane, the first to ask is served first. A free place goes to the
 * next lane that waits, so a lane with thousands of waiting callers delays another lane by one turn.
 */
export class Turns<A> {
  private readonly bounds: TurnBounds
  private readonly go: (one: A) => void
  private free: number
  private readonly lanes = new Map<string | undefined, Lane<A>>()
  /** The lanes that wait and have room, the next one to be served first. */
  private readonly order = new Set<Lane<A>>()
  private isServing = false

  /** `go` is called for a caller that waited and now has a place. */
  constructor(bounds: TurnBounds, go: (one: A) => void) {
    this.bounds = bounds
    this.go = go
    this.free = bounds.inAll
  }

  /** Returns true if there is a place at once. Otherwise `go` is called later, unless `leave` is called before. */
  take(name: string | undefined, one: A): boolean {
    const lane = this.lane(name)
    if (this.free > 0 && this.order.size === 0 && lane.hasRoom) {
      this.free--
      lane.held++
      return true
    }
    lane.waiting.add(one)
    this.enlist(lane)
    return false
  }

  /** Returns false if the caller did not wait. */
  leave(name: string | undefined, one: A): boolean {
    const lane = this.lanes.get(name)
    if (lane?.waiting.delete(one) !== true) return false
    if (lane.waiting.size === 0) this.order.delete(lane)
    if (lane.isUnused) this.lanes.delete(name)
    return true
  }

  /** Gives a place back, and serves the next caller. */
  release(name: string | undefined): void {
    const lane = this.lane(name)
    lane.held--
    this.free++
    this.enlist(lane)
    if (lane.isUnused) this.lanes.delete(name)
    this.serve()
  }

  /** All callers that wait. */
  get waiting(): ReadonlyArray<A> {
    return [...this.lanes.values()].flatMap((lane) => [...lane.waiting])
  }

  private lane(name: string | undefined): Lane<A> {
    const known = this.lanes.get(name)
    if (known !== undefined) return known
    const lane = new Lane<A>(name === undefined ? this.bounds.inAll : this.bounds.perLane)
    this.lanes.set(name, lane)
    return lane
  }

  private enlist(lane: Lane<A>): void {
    if (lane.waiting.size > 0 && lane.hasRoom) this.order.add(lane)
  }

  // A caller may give its place back before `go` returns. The loop then serves the next caller, so that no second loop
  // runs inside it.
  private serve(): void {
    if (this.isServing) return
    this.isServing = true
    while (this.free > 0) {
      const [lane] = this.order
      const [one] = lane?.waiting ?? []
      if (lane === undefined || one === undefined) break
      this.order.delete(lane)
      lane.waiting.delete(one)
      lane.held++
      this.free--
      this.enlist(lane)
      this.go(one)
    }
    this.isServing = false
  }
}
