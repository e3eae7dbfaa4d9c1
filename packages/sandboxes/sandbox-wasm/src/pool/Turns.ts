/** Those who share a bound: how many places they hold, and who of them waits, in the order of asking. */
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

/** How many places there are. */
interface TurnBounds {
  /** The most that one lane holds. It does not bound the lane `undefined`. */
  readonly perLane: number
  readonly inAll: number
}

/**
 * Places that are given to lanes in turn. Within a lane, whoever asked first is served first; a place that becomes free goes to
 * the next lane that waits, so a lane with thousands waiting delays another one by one turn.
 */
export class Turns<A> {
  private readonly bounds: TurnBounds
  private readonly go: (one: A) => void
  private free: number
  private readonly lanes = new Map<string | undefined, Lane<A>>()
  /** The lanes that wait and have room, the next one to be served first. */
  private readonly order = new Set<Lane<A>>()
  private isServing = false

  /** `go` is called for whoever waited and has a place now. */
  constructor(bounds: TurnBounds, go: (one: A) => void) {
    this.bounds = bounds
    this.go = go
    this.free = bounds.inAll
  }

  /** True if there is a place at once. Otherwise `go` is called later, unless `leave` is called before. */
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

  /** False if it did not wait. */
  leave(name: string | undefined, one: A): boolean {
    const lane = this.lanes.get(name)
    if (lane?.waiting.delete(one) !== true) return false
    if (lane.waiting.size === 0) this.order.delete(lane)
    if (lane.isUnused) this.lanes.delete(name)
    return true
  }

  /** Gives a place back, and serves whoever is next. */
  release(name: string | undefined): void {
    const lane = this.lane(name)
    lane.held--
    this.free++
    this.enlist(lane)
    if (lane.isUnused) this.lanes.delete(name)
    this.serve()
  }

  /** Everybody who waits. */
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

  // Whoever goes may give its place back before `go` returns: that one is served by the loop, and not by another one inside it.
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
