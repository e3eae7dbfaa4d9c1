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
 * The slots for the children of one call. They share the parent's slot, and run in parallel while the session has spare
 * slots. Children never wait for session slots, so a parent cannot wait for itself.
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

  widen(): void {
    if (!this.own.isFull || !this.outer.isSpare) return
    const slot = new CallSlot(this.outer, this.share)
    slot.take()
    this.spare.push(slot)
    this.own.grow(1)
  }

  /** Releases a child's slot to the next child or to an outside call. */
  release(ticket: SlotTicket): void {
    const isSpare = this.spare.length > 0 && (this.own.waiting === 0 || this.outer.isWanted)
    if (isSpare) this.own.grow(-1)
    ticket.leave()
    if (isSpare) this.spare.pop()?.leave()
  }

  /** Removes a child from the queue. After the last one, returns the free spare slots. */
  withdraw(ticket: SlotTicket): void {
    ticket.leave()
    while (this.spare.length > 0 && this.own.waiting === 0 && !this.own.isFull) {
      this.own.grow(-1)
      this.spare.pop()?.leave()
    }
  }
}

/** The slot of one call, from request to release. */
export class CallSlot implements SlotWaiter {
  readonly share: QueueShare
  private readonly slots: CallSlots
  private readonly among: ChildSlots | undefined
  private inSession: SlotTicket | undefined = undefined
  private inAll: SlotTicket | undefined = undefined
  private resume: ((failure?: Refused) => void) | undefined = undefined
  private inner: ChildSlots | undefined = undefined

  /** `among`: the child slots of the parent, for a child call. */
  constructor(slots: CallSlots, share: QueueShare, among?: ChildSlots) {
    this.slots = slots
    this.share = share
    this.among = among
  }

  /** Takes the slot and returns true if it is free. Otherwise, `wait` for it. */
  take(): boolean {
    const { among, slots } = this
    among?.widen()
    // Waiting for calls of the same session or parent is not limited.
    this.inSession = (among ?? slots).own.enter(this.share, this, Number.POSITIVE_INFINITY)
    return this.inSession.hasSlot && this.takeOfAll()
  }

  /** Waits for the slot or an early end. The call leaves the queue when it is answered. */
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
    this.resume?.(queueBusy("one of the slots for calls of all sessions", this.slots.shared.queueMs))
  }

  leave(): void {
    const { inSession, inAll, among } = this
    inAll?.leave()
    if (inSession === undefined) return
    if (among === undefined) inSession.leave()
    else if (inSession.hasSlot) among.release(inSession)
    else among.withdraw(inSession)
  }

  child(share: QueueShare): CallSlot {
    this.inner ??= new ChildSlots(this.slots, this.share)
    return new CallSlot(this.slots, share, this.inner)
  }

  /** A child needs no shared slot: its parent or a spare slot has one. */
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
