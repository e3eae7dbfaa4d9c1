import type { DispatchContext, QueueShare, Refused, Stoppable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Fiber } from "effect/Fiber"
import { CallEnding } from "./CallEnding.ts"
import { Children } from "./Children.ts"
import type { Endings } from "./Endings.ts"
import type { CallForms } from "./forms/CallForms.ts"
import { WaitingTime } from "./WaitingTime.ts"

/**
 * A call that can be ended before it is done, whatever runs it and wherever it waits: it knows both, and the calls that it has
 * made. Whoever waits for its answer is told.
 */
export abstract class EndableCall {
  abstract readonly context: DispatchContext
  abstract readonly share: QueueShare
  abstract readonly executed: "no" | "yes"
  isAnswered = false
  protected hasWaited = false
  protected waitingTime: WaitingTime | undefined = undefined
  protected children: Children<EndableCall> | undefined = undefined
  /** The forms that the call asks its caller to fill in. Made at the first, because most calls ask none. */
  forms: CallForms | undefined = undefined
  protected run: Stoppable | undefined = undefined
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private ending: CallEnding | undefined = undefined
  private listeners: Array<() => void> | undefined = undefined
  private readonly endings: Endings

  constructor(endings: Endings) {
    this.endings = endings
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

  /** Calls a function once the call has been answered. */
  whenAnswered(told: () => void): void {
    if (this.isAnswered) told()
    else if (this.listeners === undefined) this.listeners = [told]
    else this.listeners.push(told)
  }

  tellAnswered(): void {
    if (this.listeners !== undefined) for (const told of this.listeners) told()
  }

  /** Adds a call that this call makes. It ends with this call. */
  adopt(child: EndableCall): void {
    this.children ??= new Children()
    this.children.add(child)
  }
}
