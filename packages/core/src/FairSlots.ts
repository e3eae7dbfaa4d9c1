import { FairQueue, type Queued, type QueueShare, type ShareBounds } from "./FairQueue.ts"
import { type Refused, refused } from "./Refused.ts"

/** The time that a call waits in a queue that others fill, in milliseconds. */
export const queueMs = 30_000

/** The number of slots: in all, and for one agent and one session if those are bounded. */
export interface SlotBounds {
  readonly inAll: number
  readonly perShare?: ShareBounds
}

/** Returns bounds under which one session, or one agent, never holds all slots, if there are enough of them. */
export const shareSlots = (inAll: number): SlotBounds => ({
  inAll,
  perShare: { perAgent: Math.max(1, inAll - 1), perSession: Math.max(1, inAll - 2) }
})

/** Returns the refusal of a call that waited for too long for something that other calls use. `what` names that, as "a worker". */
export const queueBusy = (what: string, ms: number): Refused =>
  refused(
    "QueueBusy",
    `Too busy: the call waited ${ms / 1000} s for ${what}, and did not run. Make it again later, or make fewer calls at once.`
  )

/** The caller of `FairSlots.enter`. One of the two is called if there is no slot at once, and the ticket was not given back before. */
export interface SlotWaiter {
  /** Called when the caller has a slot. */
  served(): void
  /** Called when the caller has waited for too long. It has left the queue. */
  tooLate(): void
}

/** The claim of one caller: it waits for a slot, has one, or is over. */
export class SlotTicket {
  readonly share: QueueShare
  private readonly slots: FairSlots
  private readonly waiter: SlotWaiter
  private queued: Queued<SlotTicket> | undefined = undefined
  private timer: ReturnType<typeof setTimeout> | undefined = undefined
  private state: "waiting" | "held" | "over" = "held"

  constructor(slots: FairSlots, share: QueueShare, waiter: SlotWaiter) {
    this.slots = slots
    this.share = share
    this.waiter = waiter
  }

  get hasSlot(): boolean {
    return this.state === "held"
  }

  /** Gives the slot back, or leaves the queue. A second time changes nothing. */
  leave(): void {
    const { state, queued } = this
    this.state = "over"
    clearTimeout(this.timer)
    if (state === "waiting" && queued !== undefined) this.slots.withdraw(queued)
    else if (state === "held") this.slots.giveBack(this.share)
  }

  /** Called by the slots. */
  waits(queued: Queued<SlotTicket>, ms: number): void {
    this.state = "waiting"
    this.queued = queued
    if (ms < Number.POSITIVE_INFINITY) this.timer = setTimeout(() => this.expire(), Math.min(ms, longestTimeout))
  }

  /** Called by the slots. */
  serve(): void {
    this.state = "held"
    clearTimeout(this.timer)
    this.waiter.served()
  }

  private expire(): void {
    if (this.state !== "waiting") return
    this.leave()
    this.waiter.tooLate()
  }
}

// The longest delay that a timer takes.
const longestTimeout = 2 ** 31 - 1

/** The options of `FairSlots`. */
interface FairSlotsOptions {
  /** Whether one more waiting caller may be served now. If not, `serve` has to be called later. */
  readonly mayServe?: () => boolean
}

/**
 * Slots that agents share in turn, and the sessions of each: those of a pool, or those of the calls that run. A slot that is given
 * back goes to the next caller of the queue.
 */
export class FairSlots {
  private free: number
  private readonly queue: FairQueue<SlotTicket>
  private readonly mayServe: () => boolean
  private isServing = false

  constructor({ inAll, perShare }: SlotBounds, { mayServe = always }: FairSlotsOptions = {}) {
    this.free = inAll
    this.queue = new FairQueue(perShare)
    this.mayServe = mayServe
  }

  /** Takes a slot, or a place in the queue. A caller leaves the queue after `ms`. */
  enter(share: QueueShare, waiter: SlotWaiter, ms: number): SlotTicket {
    const ticket = new SlotTicket(this, share, waiter)
    if (this.free > 0 && !this.queue.isReady && this.queue.hasRoom(share)) this.take(share)
    else ticket.waits(this.queue.add(share, ticket), ms)
    return ticket
  }

  /** The number of callers that wait. */
  get waiting(): number {
    return this.queue.size
  }

  /** Whether a free slot would go to a caller that waits. */
  get isWanted(): boolean {
    return this.queue.isReady
  }

  get isFull(): boolean {
    return this.free <= 0
  }

  /** Adds slots, or removes as many. A slot in use is removed when it is returned. */
  grow(by: number): void {
    this.free += by
    this.serve()
  }

  /** Called by a ticket. */
  withdraw(queued: Queued<SlotTicket>): void {
    this.queue.remove(queued)
  }

  /** Called by a ticket. */
  giveBack(share: QueueShare): void {
    this.free++
    this.queue.release(share)
    this.serve()
  }

  /** Serves callers that wait, as long as there are slots. */
  serve(): void {
    // A caller may give its slot back before `served` returns. The loop then serves the next one: no second loop runs inside it.
    if (this.isServing) return
    this.isServing = true
    try {
      while (this.free > 0 && this.queue.isReady && this.mayServe()) {
        const ticket = this.queue.next()
        if (ticket === undefined) break
        this.take(ticket.share)
        ticket.serve()
      }
    } finally {
      this.isServing = false
    }
  }

  private take(share: QueueShare): void {
    this.free--
    this.queue.hold(share)
  }
}

const always = () => true
