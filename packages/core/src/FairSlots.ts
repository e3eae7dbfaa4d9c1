import { FairQueue, type Queued, type QueueShare, type ShareBounds } from "./FairQueue.ts"
import { type Refused, refused } from "./Refused.ts"

/** The default time that a call waits in a shared queue, in milliseconds. */
export const queueMs = 30_000

/** The number of slots: in total, and optionally per agent and per session. */
export interface SlotBounds {
  readonly inAll: number
  readonly perShare?: ShareBounds
}

/**
 * Returns bounds that keep one agent or one session from taking all slots, if there are at least two or three.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { shareSlots } from "@toolgate/core"
 *
 * assert.deepEqual(shareSlots(8), { inAll: 8, perShare: { perAgent: 7, perSession: 6 } })
 * ```
 */
export const shareSlots = (inAll: number): SlotBounds => ({
  inAll,
  perShare: { perAgent: Math.max(1, inAll - 1), perSession: Math.max(1, inAll - 2) }
})

/**
 * Returns the refusal of a call that waited too long for a shared resource. `what` names the resource, such as "a worker".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { queueBusy } from "@toolgate/core"
 *
 * const { why, message } = queueBusy("a worker", 30_000)
 * assert.equal(why, "QueueBusy")
 * assert.match(message, /^Too busy: the call waited 30 s for a worker and did not run\./)
 * ```
 */
export const queueBusy = (what: string, ms: number): Refused =>
  refused(
    "QueueBusy",
    `Too busy: the call waited ${ms / 1000} s for ${what} and did not run. Try again later, or make fewer concurrent calls.`
  )

/**
 * Callbacks for `FairSlots.enter`. If no slot is free at once, exactly one of them is called, unless the ticket is
 * returned before.
 */
export interface SlotWaiter {
  /** Called when the caller gets a slot. */
  served(): void
  /** Called when the caller has waited too long. It has left the queue. */
  tooLate(): void
}

/** The claim of one caller: waiting for a slot, holding it, or over. */
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

  /** Returns the slot or leaves the queue. Calling it again has no effect. */
  leave(): void {
    const { state, queued } = this
    this.state = "over"
    clearTimeout(this.timer)
    if (state === "waiting" && queued !== undefined) this.slots.withdraw(queued)
    else if (state === "held") this.slots.giveBack(this.share)
  }

  /** For `FairSlots` only. */
  waits(queued: Queued<SlotTicket>, ms: number): void {
    this.state = "waiting"
    this.queued = queued
    if (ms < Number.POSITIVE_INFINITY) this.timer = setTimeout(() => this.expire(), Math.min(ms, longestTimeout))
  }

  /** For `FairSlots` only. */
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

// `setTimeout` overflows above this delay.
const longestTimeout = 2 ** 31 - 1

interface FairSlotsOptions {
  /** Whether another waiting caller may be served now. If it returns false, call `serve` later. */
  readonly mayServe?: () => boolean
}

/**
 * Slots that agents and their sessions share fairly, such as the workers of a pool or the slots for running calls. A
 * returned slot goes to the next caller in the queue.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FairSlots } from "@toolgate/core"
 *
 * const slots = new FairSlots({ inAll: 1 })
 * const served: Array<string> = []
 * const enter = (agent: string) =>
 *   slots.enter({ agent, session: "1" }, { served: () => void served.push(agent), tooLate: () => {} }, 1_000)
 * const first = enter("a")
 * const second = enter("b")
 * assert.deepEqual([first.hasSlot, second.hasSlot], [true, false])
 * first.leave()
 * assert.deepEqual([second.hasSlot, served], [true, ["b"]])
 * second.leave()
 * ```
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

  /** Takes a slot or joins the queue. A caller leaves the queue after `ms` milliseconds. */
  enter(share: QueueShare, waiter: SlotWaiter, ms: number): SlotTicket {
    const ticket = new SlotTicket(this, share, waiter)
    if (this.free > 0 && !this.queue.isReady && this.queue.hasRoom(share)) this.take(share)
    else ticket.waits(this.queue.add(share, ticket), ms)
    return ticket
  }

  get waiting(): number {
    return this.queue.size
  }

  /** Whether a waiting caller would take a free slot. */
  get isWanted(): boolean {
    return this.queue.isReady
  }

  get isFull(): boolean {
    return this.free <= 0
  }

  /** Adds slots; a negative number removes slots. A slot in use is removed when it is returned. */
  grow(by: number): void {
    this.free += by
    this.serve()
  }

  /** For `SlotTicket` only. */
  withdraw(queued: Queued<SlotTicket>): void {
    this.queue.remove(queued)
  }

  /** For `SlotTicket` only. */
  giveBack(share: QueueShare): void {
    this.free++
    this.queue.release(share)
    this.serve()
  }

  /** Serves waiting callers while slots are free. */
  serve(): void {
    // A caller may return its slot before `served` returns. The running loop then serves the next caller, so no second
    // loop starts.
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
