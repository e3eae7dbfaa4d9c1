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

/** The life cycle of a call: it waits, starts, makes child calls and ends. It can be ended early at any point. */
export class CallLife implements Writer {
  readonly share: QueueShare
  readonly slot: CallSlot
  readonly parent: CallLife | undefined
  readonly startedAt = performance.now()
  begunAt = this.startedAt
  executed: "no" | "yes" = "no"
  isAnswered = false
  /** The number of locked files, and the files to write. */
  held = 0
  writes = none
  /** Created for the first form, because most calls ask none. */
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

  /** `owner` logs errors that a sandbox throws on a waiting notice. */
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

  /** Marks the call as executed. From here on, its tool may take effect. */
  begin(): void {
    this.executed = "yes"
    // A call that never waited started at `startedAt`: reading the clock is expensive.
    if (this.hasWaited) this.begunAt = performance.now()
  }

  onStop(run: Stoppable): void {
    this.run = run
    this.ending?.tell(run, undefined)
  }

  /** Marks the run as finished. An early end from now on only stops making the answer. */
  hasRun(): void {
    this.run = undefined
  }

  /** Created at the first wait, because most calls never wait. */
  get waiting(): WaitingTime {
    this.waitingTime ??= new WaitingTime()
    return this.waitingTime
  }

  /** The waiting time so far, in milliseconds. `asked`: the person's time as reported by the permit. */
  waitedMs(asked: number | undefined): number {
    return this.waitingTime === undefined && !(asked !== undefined && asked > 0) ? 0 : this.waiting.ms(asked)
  }

  /** The run's waiting time until `now`, in milliseconds. */
  runWaitedMs(now: number): number {
    return this.runWaits === undefined ? 0 : this.runWaits.ms(now)
  }

  /** Sets how to stop the call while it waits for a slot; `undefined` when it has stopped waiting. */
  waitsIn(run: Stoppable | undefined): void {
    this.run = run
    this.hasWaited = true
    if (run === undefined) this.waiting.goesOn()
    else this.waiting.queues()
    if (run !== undefined) this.ending?.tell(run, undefined)
  }

  /** Sets the fiber of the current step or run; `undefined` when it has ended. */
  runsIn(fiber: Fiber<unknown, unknown> | undefined): void {
    this.fiber = fiber
    this.hasWaited = true
    if (fiber === undefined || this.ending === undefined || this.run !== undefined) return
    this.ending.tell(undefined, fiber)
  }

  /** Starts or ends counting the run's time as waiting: for the caller or for a shared resource. */
  waitsInRun(isWaiting: boolean): void {
    this.runWaits ??= new RunWaits()
    this.runWaits.count(isWaiting)
    this.waitsForAnswer(isWaiting)
  }

  /** Counts the duration of an effect as waiting for a person: the call's `AskingTime`. */
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

  /** Notifies this run and its parents' runs that it starts or stops waiting. */
  private waitsForAnswer(isWaiting: boolean): void {
    try {
      this.run?.waits?.(isWaiting)
    } catch (cause) {
      this.owner.logWaitFailure(cause)
    }
    this.parent?.waitsForAnswer(isWaiting)
  }

  /** Ends the call at its deadline or when its signal is aborted. Only for an unanswered call. */
  watch(deadline: number | undefined, signal: AbortSignal | undefined): void {
    const { stop, ended } = watchEnd(this, deadline, signal)
    this.unwatch = stop
    if (ended !== undefined) this.end(ended)
  }

  /**
   * Marks the call and its children as ending, so that none starts. Call `end` next. When many calls end together, this
   * prevents one from taking the slot of another.
   */
  willEnd(reason: Refused): void {
    if (this.ending !== undefined) return
    this.ending = new CallEnding(reason)
    this.children?.willEnd(reason)
  }

  /**
   * Ends the call, unless it finishes first. A sandbox may stop the call gracefully. If many calls end at once, calls that
   * have not started may be stopped in a later event loop turn.
   */
  end(reason: Refused): void {
    this.willEnd(reason)
    if (this.ending === undefined || this.ending.isUnderWay) return
    this.ending.isUnderWay = true
    this.forms?.close()
    this.endings.add(this)
    this.children?.end(reason)
  }

  /** Asks the run to stop, once. */
  tellEnd(): void {
    if (this.isAnswered || this.ending === undefined || this.ending.isTold) return
    this.ending.tell(this.run, this.fiber)
  }

  /** Ends the call like `end`. The effect ends when the call is answered. */
  ended(reason: Refused): Effect.Effect<void> {
    return Effect.callback((resume) => {
      this.whenAnswered(() => resume(Effect.void))
      this.end(reason)
    })
  }

  /** The reason for an early end. */
  get reason(): Refused | undefined {
    return this.ending?.reason
  }

  /** Adds a child call. It ends together with this call. */
  adopt(child: CallLife): void {
    this.children ??= new Children()
    this.children.add(child)
  }

  /** Calls a function when the call is answered. */
  whenAnswered(told: () => void): void {
    if (this.isAnswered) told()
    else if (this.listeners === undefined) this.listeners = [told]
    else this.listeners.push(told)
  }

  tellAnswered(): void {
    if (this.listeners !== undefined) for (const told of this.listeners) told()
  }

  /**
   * Marks the call as answered and ends its children. The call releases its slot and locks when the last child has ended,
   * because until then a part of it is running.
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
