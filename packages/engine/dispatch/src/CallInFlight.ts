import type {
  Args,
  AuditEntry,
  Awaitable,
  DispatchContext,
  Gated,
  OutputStream,
  Permit,
  Refused,
  RegisteredTool,
  ResolvedPath,
  RunHandles,
  Stoppable,
  ToolCall,
  ToolEvent,
  ToolEvents,
  ToolExecution
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import { type CallListeners, CallStory } from "./CallStory.ts"
import { callFields } from "./callFields.ts"
import type { Endings } from "./Endings.ts"
import { deltaEvent } from "./events.ts"
import { onAbort } from "./onAbort.ts"
import type { Place } from "./Place.ts"
import { cancelled, deadlinePassed } from "./reasons.ts"
import { WaitingTime } from "./WaitingTime.ts"
import type { Writer } from "./WriteLocks.ts"

// A timer takes no more; a deadline beyond it needs none.
const longestTimeout = 2 ** 31 - 1

const none: ReadonlyArray<ResolvedPath> = []

/** The gate, as a call in flight uses it for its children. */
export type ChildDispatch = (call: ToolCall, context: DispatchContext, parent: CallInFlight) => Awaitable<ToolExecution>

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>
export type Answered = (answer: ToolExecution) => void

/** What the calls in flight of one gate share. */
interface InFlight {
  readonly child: ChildDispatch
  readonly publish: ToolEvents["Service"]["publish"]
  readonly endings: Endings
}

/** Why a call is to end before it is done, and how far its ending has come. */
interface Ending {
  readonly reason: Refused
  isUnderWay: boolean
  /** What runs of the call has been told. */
  isTold: boolean
}

/**
 * One call between its request and its answer: how far it came, what it holds, and how to end it. Nobody but the gate sees it whole:
 * what runs the call is handed it as `RunHandles`.
 */
export class CallInFlight implements RunHandles, Writer {
  readonly callId: string
  readonly context: DispatchContext

  readonly startedAt = performance.now()
  private waitingTime: WaitingTime | undefined = undefined
  begunAt = this.startedAt

  // How far it came, for whoever has to answer when it ends early.
  call: ToolCall
  tool: RegisteredTool | undefined = undefined
  args: Args | undefined = undefined
  permit: Permit | undefined = undefined
  entry: AuditEntry | undefined = undefined
  executed: "no" | "yes" = "no"

  // What it holds.
  readonly parent: CallInFlight | undefined
  readonly place: Place
  held = 0
  writes: ReadonlyArray<ResolvedPath> = none

  isAnswered = false
  private hasWaited = false
  private giveBack: (() => void) | undefined = undefined
  private readonly gate: InFlight
  readonly answered: Answered
  readonly runFork: RunFork
  private story: CallStory | undefined = undefined
  private children: Set<CallInFlight> | undefined = undefined
  private childCount = 0
  private fiber: Fiber<unknown, unknown> | undefined = undefined
  private run: Stoppable | undefined = undefined
  private ending: Ending | undefined = undefined
  private listeners: Array<() => void> | undefined = undefined
  private unwatch: (() => void) | undefined = undefined

  constructor(
    gate: InFlight,
    call: ToolCall,
    context: DispatchContext,
    place: Place,
    parent: CallInFlight | undefined,
    answered: Answered,
    runFork: RunFork
  ) {
    this.gate = gate
    this.callId = call.id
    this.call = call
    this.context = context
    this.place = place
    this.parent = parent
    this.answered = answered
    this.runFork = runFork
  }

  dispatch(call: ToolCall): Awaitable<ToolExecution> {
    const { callId } = this
    const { session, turn, principal, workspace, deadline, caller: own } = this.context
    const chain = own.kind === "chain" ? own.chain : callId
    const caller = { kind: "chain" as const, parent: callId, chain, index: this.childCount++ }
    return this.gate.child(call, { session, turn, principal, workspace, deadline, caller }, this)
  }

  /** From here on the tool has run. */
  begin(): void {
    this.executed = "yes"
    // A call that came here without a wait began when it started: looking at the clock is dear.
    if (this.hasWaited) this.begunAt = performance.now()
  }

  onStop(run: Stoppable): void {
    this.run = run
    if (this.ending !== undefined) stopAtOnce(run, this.ending)
  }

  emit(stream: OutputStream, text: string): void {
    const { permit } = this
    if (permit === undefined || this.executed === "no" || this.isAnswered || text === "") return
    this.story ??= new CallStory()
    const part = this.story.next(text, permit.grant.limits.outputBytes)
    if (part !== undefined) this.publish(deltaEvent(this, permit, stream, part.text, part.cut))
  }

  /** Tells everybody who follows the gate, and then the listeners of the call. */
  publish(event: ToolEvent): void {
    this.gate.publish(event)
    this.hear(event)
  }

  /** Tells the listeners of the call, and nobody else. */
  hear(event: ToolEvent): void {
    this.story?.hear(event)
  }

  /** Takes the listeners of the call, before anything is told. */
  listen(listeners: CallListeners): void {
    this.story = new CallStory(listeners, (cause) => this.runFork(logListener(this, cause)))
  }

  /** Its run is over, and only its answer is to come: what ends the call now has nothing to stop but that. */
  hasRun(): void {
    this.run = undefined
  }

  /** Made when the call first waits: most calls never do. */
  get waiting(): WaitingTime {
    this.waitingTime ??= new WaitingTime()
    return this.waitingTime
  }

  /** How long it has waited until now, in milliseconds. A permit says itself how long a person took for it. */
  get waitedMs(): number {
    const asked = this.permit?.waitedMs
    return this.waitingTime === undefined && !(asked !== undefined && asked > 0) ? 0 : this.waiting.ms(asked)
  }

  /** `AskingTime` of the call. */
  asking<A>(answer: Gated<A>): Gated<A> {
    if (Exit.isExit(answer)) return answer
    return Effect.suspend(() => {
      this.waiting.asks()
      return Effect.ensuring(
        answer,
        Effect.sync(() => this.waiting.goesOn())
      )
    })
  }

  /** Like `onStop`, while the call waits for its place: `undefined` once it no longer does. */
  waitsIn(run: Stoppable | undefined): void {
    this.run = run
    this.hasWaited = true
    if (run === undefined) this.waiting.goesOn()
    else this.waiting.queues()
    if (run !== undefined && this.ending !== undefined) stopAtOnce(run, this.ending)
  }

  /** Told while a step, or the run, has to be waited for: this is what it runs in. */
  runsIn(fiber: Fiber<unknown, unknown> | undefined): void {
    this.fiber = fiber
    this.hasWaited = true
    if (fiber === undefined || this.ending === undefined || this.run !== undefined) return
    this.ending.isTold = true
    fiber.interruptUnsafe()
  }

  /** From now on the call does not begin, and `end` follows. Where many end together, none begins in the place of another. */
  willEnd(reason: Refused): void {
    if (this.ending !== undefined) return
    this.ending = { reason, isUnderWay: false, isTold: false }
    if (this.children !== undefined) for (const child of this.children) child.willEnd(reason)
  }

  /**
   * Ends the call for a reason, unless it ends by itself first: gracefully where its sandbox knows how. Where many are ended at
   * once, a call that has not begun may be told so in a later turn of the event loop.
   */
  end(reason: Refused): void {
    this.willEnd(reason)
    if (this.ending === undefined || this.ending.isUnderWay) return
    this.ending.isUnderWay = true
    this.gate.endings.add(this)
    this.endChildren(reason)
  }

  /** Tells what runs of the call that it is to end, unless that was told before. */
  tellEnd(): void {
    if (this.isAnswered || this.ending === undefined || this.ending.isTold) return
    this.ending.isTold = true
    if (this.run !== undefined) this.run.stop(this.ending.reason)
    else this.fiber?.interruptUnsafe()
  }

  /** The same as an effect, which ends when the call has been answered. */
  ended(reason: Refused): Effect.Effect<void> {
    return Effect.callback((resume) => {
      this.whenAnswered(() => resume(Effect.void))
      this.end(reason)
    })
  }

  /** Why it was ended before it was done. */
  get reason(): Refused | undefined {
    return this.ending?.reason
  }

  /** Ends the call when its deadline passes or its signal is aborted. For a call that is still running. */
  watch(signal: AbortSignal | undefined): void {
    const { deadline } = this.context
    const ms = deadline === undefined ? undefined : deadline - Date.now()
    const clock = ms !== undefined && ms <= longestTimeout ? setTimeout(() => this.end(deadlinePassed), ms) : undefined
    const unlisten = signal === undefined || signal.aborted ? undefined : onAbort(signal, this)
    if (clock !== undefined || unlisten !== undefined)
      this.unwatch = () => {
        clearTimeout(clock)
        unlisten?.()
      }
    if (signal?.aborted) this.end(cancelled)
  }

  /**
   * The call is answered. Its children are told to end, and what it holds is given back when the last of them has: until then
   * something of it is still running.
   */
  leave(parentEnded: Refused, giveBack: (() => void) | undefined): void {
    this.isAnswered = true
    this.unwatch?.()
    this.giveBack = giveBack
    this.endChildren(parentEnded)
    this.leaveIfLast()
  }

  private leaveIfLast(): void {
    if (this.children !== undefined && this.children.size > 0) return
    this.giveBack?.()
    this.giveBack = undefined
    this.place.leave()
    const { parent } = this
    if (parent === undefined) return
    parent.children?.delete(this)
    if (parent.isAnswered) parent.leaveIfLast()
  }

  /** For whoever waits until the call has been answered. */
  whenAnswered(told: () => void): void {
    if (this.isAnswered) told()
    else if (this.listeners === undefined) this.listeners = [told]
    else this.listeners.push(told)
  }

  tellAnswered(): void {
    if (this.listeners !== undefined) for (const told of this.listeners) told()
  }

  adopt(child: CallInFlight): void {
    if (this.children === undefined) this.children = new Set()
    this.children.add(child)
  }

  private endChildren(reason: Refused): void {
    if (this.children !== undefined) for (const child of this.children) child.end(reason)
  }
}

const logListener = ({ callId, context }: CallInFlight, cause: unknown) =>
  Effect.logError("A listener of a call broke; the call goes on.", Cause.die(cause)).pipe(
    Effect.annotateLogs(callFields(callId, context))
  )

const stopAtOnce = (run: Stoppable, ending: Ending): void => {
  ending.isTold = true
  run.stop(ending.reason)
}
