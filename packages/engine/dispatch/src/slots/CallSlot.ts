import {
  type FairSlots,
  type QueueShare,
  queueBusy,
  type Refused,
  type SlotTicket,
  type SlotWaiter,
  type Stoppable
} from "@toolgate/core"
import * as Exit from "effect/Exit"
import { Wait } from "../line/runLine.ts"
import type { CallSlots } from "./CallSlots.ts"

/**
 * The slots of the children of one call. They share its slot, and run beside each other as long as slots of the session are spare. None
 * of them waits for such a slot, so that no parent waits for its own.
 */
class ChildSlots {
  readonly own: FairSlots
  private readonly outer: CallSlots
  private readonly share: QueueShare
  private readonly spare: Array<{ leave(): void }> = []

  constructor(outer: CallSlots, share: QueueShare) {
    this.own = outer.shared.open(1)
    this.outer = outer
    this.share = share
  }

  /** Takes a spare slot, if all are taken and there is one. */
  widen(): void {
    if (!this.own.isFull || !this.outer.isSpare) return
    const slot = new CallSlot(this.outer, this.share)
    slot.take()
    this.spare.push(slot)
    this.own.grow(1)
  }

  /** Releases the slot of a child: to the next child, or to a call that waits outside. */
  release(ticket: SlotTicket): void {
    const isSpare = this.spare.length > 0 && (this.own.waiting === 0 || this.outer.isWanted)
    if (isSpare) this.own.grow(-1)
    ticket.leave()
    if (isSpare) this.spare.pop()?.leave()
  }

  /** Takes a child out of the queue. If it was the last, the spare slots that were free for the queue are given back. */
  withdraw(ticket: SlotTicket): void {
    ticket.leave()
    while (this.spare.length > 0 && this.own.waiting === 0 && !this.own.isFull) {
      this.own.grow(-1)
      this.spare.pop()?.leave()
    }
  }
}

/** The place of one call among the calls that run, from the request for the place to its return. */
export class CallSlot implements SlotWaiter {
  readonly share: QueueShare
  private readonly slots: CallSlots
  private readonly among: ChildSlots | undefined
  private inSession: SlotTicket | undefined = undefined
  private inAll: SlotTicket | undefined = undefined
  private resume: ((failure?: Refused) => void) | undefined = undefined
  private inner: ChildSlots | undefined = undefined

  /** `among`: the children of a call to which the call belongs. */
  constructor(slots: CallSlots, share: QueueShare, among?: ChildSlots) {
    this.slots = slots
    this.share = share
    this.among = among
  }

  /** Takes the place and returns true if it was free. Otherwise the call has to `wait`. */
  take(): boolean {
    const { among, slots } = this
    among?.widen()
    // A call that waits for others of its session, or of its parent, waits for as long as they run.
    this.inSession = (among ?? slots).own.enter(this.share, this, Number.POSITIVE_INFINITY)
    return this.inSession.hasSlot && this.takeOfAll()
  }

  /**
   * Returns a wait that ends when the call has its place, or when the call is to end before. The call leaves the queue when it is
   * answered.
   */
  wait(call: { waitsIn(run: Stoppable | undefined): void }): Wait {
    return new Wait((ended) => {
      const came = (failure?: Refused) => {
        call.waitsIn(undefined)
        ended(failure === undefined ? Exit.void : Exit.fail(failure))
      }
      if (this.isHeld) return came()
      this.resume = came
      call.waitsIn({ stop: (reason) => ended(Exit.fail(reason)) })
    })
  }

  served(): void {
    if (this.isHeld || this.takeOfAll()) this.resume?.()
  }

  tooLate(): void {
    this.resume?.(queueBusy("one of the places for calls of all sessions", this.slots.shared.queueMs))
  }

  /** Gives the place back, or leaves the queue. */
  leave(): void {
    const { inSession, inAll, among } = this
    inAll?.leave()
    if (inSession === undefined) return
    if (among === undefined) inSession.leave()
    else if (inSession.hasSlot) among.release(inSession)
    else among.withdraw(inSession)
  }

  /** Returns a place for a child, within this one or beside it. */
  child(share: QueueShare): CallSlot {
    this.inner ??= new ChildSlots(this.slots, this.share)
    return new CallSlot(this.slots, share, this.inner)
  }

  /** A child has no part of all slots: its parent or a spare slot has. */
  private takeOfAll(): boolean {
    if (this.among !== undefined) return true
    const { all, queueMs } = this.slots.shared
    this.inAll = all.enter(this.share, this, queueMs)
    return this.inAll.hasSlot
  }

  private get isHeld(): boolean {
    return this.inSession?.hasSlot === true && (this.among !== undefined || this.inAll?.hasSlot === true)
  }
}
