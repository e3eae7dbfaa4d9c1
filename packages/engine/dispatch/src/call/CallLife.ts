import type { Gated, QueueShare, Refused, ResolvedPath, Stoppable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import type { CallForms } from "../forms/CallForms.ts"
import type { CallSlot } from "../slots/CallSlot.ts"
import type { Writer } from "../slots/WriteLocks.ts"
import { CallEnding } from "./CallEnding.ts"
import { Children } from "./Children.ts"
import type { Endings } from "./Endings.ts"
import { RunWaits } from "./RunWaits.ts"
import { WaitingTime } from "./WaitingTime.ts"
import { watchEnd } from "./watchEnd.ts"

const none: ReadonlyArray<ResolvedPath> = []

/**
 * The life of a call: it waits, begins, makes further calls, and ends. It can be ended at any time before it is done, wherever it
 * waits and whatever runs it.
 */
export class CallLife implements Writer {
  readonly share: QueueShare
  readonly slot: CallSlot
  readonly parent: CallLife | undefined
  readonly startedAt = performance.now()
  begunAt = this.startedAt
  executed: "no" | "yes" = "no"
  isAnswered = false
  /** The number of files that the call has locked, and the files that it writes. */
  held = 0
  writes = none
  /** The forms that the call asks its caller to fill in. Made at the first, because most calls ask none. */
  forms: CallForms | undefined = undefined
  private readonly endings: Endings
  private readonly owner: { logWaitFailure(cause: unknown): void }
  private hasWaited = false
  private waitingTime: WaitingTime | undefined = undefined
  private runWaits: RunWaits | undefined = undefined
  private children: Children<CallLife> | undefined = undefined
  private run: Stoppable | undefined = undefined
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private ending: CallEnding | undefined = undefined
  private unwatch: (() => void) | undefined = undefined
  private giveBack: (() => void) | undefined = undefined
  private listeners: Array<() => void> | undefined = undefined

  /** The owner logs an error that a sandbox throws when it hears that the call waits. */
  constructor(
    endings: Endings,
    slot: CallSlot,
    parent: CallLife | undefined,
    owner: { logWaitFailure(cause: unknown): void }
  ) {
    this.endings = endings
    this.slot = slot
    this.share = slot.share
    this.parent = parent
    this.owner = owner
  }

  /** Marks the call as executed. From here on its tool may have taken effect. */
  begin(): void {
    this.executed = "yes"
    // A call that never waited began when it started: reading the clock is expensive.
    if (this.hasWaited) this.begunAt = performance.now()
  }

  onStop(run: Stoppable): void {
    this.run = run
    this.ending?.tell(run, undefined)
  }

  /**
   * Marks the run of the call as over. Only the answer is missing: from now on an early end stops the making of that answer, and
   * nothing else.
   */
  hasRun(): void {
    this.run = undefined
  }

  /** The waiting time of the call. Made when the call first waits, because most calls never do. */
  get waiting(): WaitingTime {
    this.waitingTime ??= new WaitingTime()
    return this.waitingTime
  }

  /**
   * The time that the call has waited until now, in milliseconds. `asked`: the time that a person took, if the permit of the call says
   * so.
   */
  waitedMs(asked: number | undefined): number {
    return this.waitingTime === undefined && !(asked !== undefined && asked > 0) ? 0 : this.waiting.ms(asked)
  }

  /** The time that the run has waited until `now`, in milliseconds. */
  runWaitedMs(now: number): number {
    return this.runWaits === undefined ? 0 : this.runWaits.ms(now)
  }

  /** Sets what can stop the call while it waits for its place, or `undefined` once the call waits no longer. */
  waitsIn(run: Stoppable | undefined): void {
    this.run = run
    this.hasWaited = true
    if (run === undefined) this.waiting.goesOn()
    else this.waiting.queues()
    if (run !== undefined) this.ending?.tell(run, undefined)
  }

  /** Sets the fiber that the call waits in, for a step or for the run, or `undefined` once the call waits no longer. */
  runsIn(fiber: Fiber<unknown, unknown> | undefined): void {
    this.fiber = fiber
    this.hasWaited = true
    if (fiber === undefined || this.ending === undefined || this.run !== undefined) return
    this.ending.tell(undefined, fiber)
  }

  /** Counts what follows as waiting, for the caller or for something that calls share, and not as running, or ends that. */
  waitsInRun(isWaiting: boolean): void {
    this.runWaits ??= new RunWaits()
    this.runWaits.count(isWaiting)
    this.waitsForAnswer(isWaiting)
  }

  /** Counts the time that an answer takes as waiting for a person: `AskingTime` of the call. */
  asking<A>(answer: Gated<A>): Gated<A> {
    if (Exit.isExit(answer)) return answer
    return Effect.suspend(() => {
      this.waiting.asks()
      this.parent?.waitsForAnswer(true)
      return Effect.ensuring(
        answer,
        Effect.sync(() => {
          this.waiting.goesOn()
          this.parent?.waitsForAnswer(false)
        })
      )
    })
  }

  /**
   * Tells the run of the call, and those of the calls that wait for it, that it waits for its caller, for a person or in a queue, or no
   * longer does.
   */
  private waitsForAnswer(isWaiting: boolean): void {
    try {
      this.run?.waits?.(isWaiting)
    } catch (cause) {
      this.owner.logWaitFailure(cause)
    }
    this.parent?.waitsForAnswer(isWaiting)
  }

  /** Ends the call when its deadline passes or its signal is aborted. Only for a call that is not answered yet. */
  watch(deadline: number | undefined, signal: AbortSignal | undefined): void {
    const { stop, ended } = watchEnd(this, deadline, signal)
    this.unwatch = stop
    if (ended !== undefined) this.end(ended)
  }

  /** Keeps the call from beginning; `end` follows. If many calls end together, none of them begins in the place of another. */
  willEnd(reason: Refused): void {
    if (this.ending !== undefined) return
    this.ending = new CallEnding(reason)
    this.children?.willEnd(reason)
  }

  /**
   * Ends the call for a reason, unless the call ends by itself first. A sandbox that can stop the call gracefully does so. If many
   * calls are ended at once, a call that has not begun may be told to stop in a later turn of the event loop.
   */
  end(reason: Refused): void {
    this.willEnd(reason)
    if (this.ending === undefined || this.ending.isUnderWay) return
    this.ending.isUnderWay = true
    this.forms?.close()
    this.endings.add(this)
    this.children?.end(reason)
  }

  /** Tells whatever runs the call to stop, unless that was done before. */
  tellEnd(): void {
    if (this.isAnswered || this.ending === undefined || this.ending.isTold) return
    this.ending.tell(this.run, this.fiber)
  }

  /** Ends the call as `end` does. The effect ends when the call has been answered. */
  ended(reason: Refused): Effect.Effect<void> {
    return Effect.callback((resume) => {
      this.whenAnswered(() => resume(Effect.void))
      this.end(reason)
    })
  }

  /** The reason why the call was ended before it was done. */
  get reason(): Refused | undefined {
    return this.ending?.reason
  }

  /** Adds a call that this call makes. It ends with this call. */
  adopt(child: CallLife): void {
    this.children ??= new Children()
    this.children.add(child)
  }

  /** Calls a function once the call has been answered. */
  whenAnswered(told: () => void): void {
    if (this.isAnswered) told()
    else if (this.listeners === undefined) this.listeners = [told]
    else this.listeners.push(told)
  }

  tellAnswered(): void {
    if (this.listeners !== undefined) for (const told of this.listeners) told()
  }

  /**
   * Marks the call as answered. Its children are told to end. The call gives back what it holds when the last child has ended:
   * until then a part of the call is still running.
   */
  leave(parentEnded: Refused, giveBack: (() => void) | undefined): void {
    this.isAnswered = true
    this.forms?.close()
    this.unwatch?.()
    this.giveBack = giveBack
    this.children?.end(parentEnded)
    this.leaveIfLast()
  }

  private leaveIfLast(): void {
    if (this.children?.isEmpty === false) return
    this.giveBack?.()
    this.giveBack = undefined
    this.slot.leave()
    const { parent } = this
    if (parent === undefined) return
    parent.children?.remove(this)
    if (parent.isAnswered) parent.leaveIfLast()
  }
}
