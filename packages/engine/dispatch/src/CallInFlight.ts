import type {
  Args,
  AskForm,
  AuditEntry,
  Awaitable,
  DispatchContext,
  FormAnswer,
  Gated,
  GivenApproval,
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
  ToolExecution,
  ToolForm
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import { type CallListeners, CallStory } from "./CallStory.ts"
import { callFields } from "./callFields.ts"
import type { Endings } from "./Endings.ts"
import { deltaEvent } from "./events.ts"
import { CallForms } from "./forms/CallForms.ts"
import { onAbort } from "./onAbort.ts"
import type { Place } from "./Place.ts"
import { cancelled, deadlinePassed, noSignal } from "./reasons.ts"
import { WaitingTime } from "./WaitingTime.ts"
import type { Writer } from "./WriteLocks.ts"

// The longest time that a timer takes. A later deadline needs no timer.
const longestTimeout = 2 ** 31 - 1

const none: ReadonlyArray<ResolvedPath> = []

/** Dispatches a child call of a call in flight. */
export type ChildDispatch = (call: ToolCall, context: DispatchContext, parent: CallInFlight) => Awaitable<ToolExecution>

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>
export type Answered = (answer: ToolExecution) => void

/** The parts of a gate that its calls in flight share. */
interface InFlight {
  readonly child: ChildDispatch
  readonly publish: ToolEvents["Service"]["publish"]
  readonly endings: Endings
}

/** The end of a call before it is done: the reason, and how far the ending has come. */
interface Ending {
  readonly reason: Refused
  isUnderWay: boolean
  /** Whether whatever runs the call was told to stop. */
  isTold: boolean
}

/**
 * A call between its request and its answer: how far the call came, what it holds, and how to end it. Only the gate sees the
 * whole object. A sandbox that runs the call sees it as `RunHandles`.
 */
export class CallInFlight implements RunHandles, Writer {
  readonly callId: string
  readonly context: DispatchContext

  readonly startedAt = performance.now()
  private waitingTime: WaitingTime | undefined = undefined
  begunAt = this.startedAt

  // How far the call came: needed for its answer when it ends early.
  call: ToolCall
  tool: RegisteredTool | undefined = undefined
  args: Args | undefined = undefined
  given: GivenApproval | undefined = undefined
  permit: Permit | undefined = undefined
  entry: AuditEntry | undefined = undefined
  executed: "no" | "yes" = "no"

  // What the call holds.
  readonly parent: CallInFlight | undefined
  readonly place: Place
  held = 0
  writes: ReadonlyArray<ResolvedPath> = none

  isAnswered = false
  private hasWaited = false
  private giveBack: (() => void) | undefined = undefined
  private readonly gate: InFlight
  /** The function that asks the caller for input, if there is one: that of the call at the beginning of a chain. */
  asker: AskForm | undefined = undefined
  forms: CallForms | undefined = undefined
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

  ask(form: ToolForm): Awaitable<FormAnswer> {
    this.forms ??= this.newForms()
    return this.forms.ask(form)
  }

  private newForms(): CallForms {
    const { callId, asker, context, tool, call } = this
    const toolName = tool === undefined ? call.tool : tool.definition.name
    const forms = new CallForms({
      callId,
      toolName,
      asker,
      deadline: context.deadline,
      waits: (isWaiting) => this.waitsForAnswer(isWaiting),
      broke: (cause) => this.runFork(logAsker(this, cause))
    })
    if (this.ending !== undefined || this.isAnswered) forms.close()
    return forms
  }

  /** Tells the run of the call, and those of the calls that wait for it, that it waits for its caller, or no longer does. */
  private waitsForAnswer(isWaiting: boolean): void {
    try {
      this.run?.waits?.(isWaiting)
    } catch (cause) {
      this.runFork(logWaits(this, cause))
    }
    this.parent?.waitsForAnswer(isWaiting)
  }

  /** Marks the call as executed. From here on its tool may have taken effect. */
  begin(): void {
    this.executed = "yes"
    // A call that never waited began when it started: reading the clock is expensive.
    if (this.hasWaited) this.begunAt = performance.now()
  }

  onStop(run: Stoppable): void {
    this.run = run
    if (this.ending !== undefined) stopAtOnce(run, this.ending)
  }

  emit(stream: OutputStream, text: string): void {
    const { permit } = this
    if (permit === undefined || this.executed === "no" || this.isAnswered || text === "") return
    // Callers without types exist. A text without a length would also end the bound on what is reported.
    if (typeof text !== "string" || (stream !== "stdout" && stream !== "stderr")) {
      this.runFork(logEmitted(this))
      return
    }
    this.story ??= new CallStory()
    const part = this.story.next(text, permit.grant.limits.outputBytes)
    if (part !== undefined) this.publish(deltaEvent(this, permit, stream, part.text, part.cut))
  }

  /** Reports an event to everybody who follows the gate, and then to the listeners of the call. */
  publish(event: ToolEvent): void {
    this.gate.publish(event)
    this.hear(event)
  }

  /** Reports an event to the listeners of the call, and to nobody else. */
  hear(event: ToolEvent): void {
    this.story?.hear(event)
  }

  /** Sets the listeners of the call. Called before the first event. */
  listen(listeners: CallListeners): void {
    this.story = new CallStory(listeners, (cause) => this.runFork(logListener(this, cause)))
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
   * The time that the call has waited until now, in milliseconds. If there is a permit, it says itself how long a person took,
   * unless the call came to its policy with an approval: then nobody was asked for this permit.
   */
  get waitedMs(): number {
    const asked = this.permit?.request.given === undefined ? this.permit?.waitedMs : undefined
    return this.waitingTime === undefined && !(asked !== undefined && asked > 0) ? 0 : this.waiting.ms(asked)
  }

  /** Counts the time that an answer takes as waiting for a person: `AskingTime` of the call. */
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

  /** Sets what can stop the call while it waits for its place, or `undefined` once the call waits no longer. */
  waitsIn(run: Stoppable | undefined): void {
    this.run = run
    this.hasWaited = true
    if (run === undefined) this.waiting.goesOn()
    else this.waiting.queues()
    if (run !== undefined && this.ending !== undefined) stopAtOnce(run, this.ending)
  }

  /** Sets the fiber that the call waits in, for a step or for the run, or `undefined` once the call waits no longer. */
  runsIn(fiber: Fiber<unknown, unknown> | undefined): void {
    this.fiber = fiber
    this.hasWaited = true
    if (fiber === undefined || this.ending === undefined || this.run !== undefined) return
    this.ending.isTold = true
    fiber.interruptUnsafe()
  }

  /** Keeps the call from beginning; `end` follows. If many calls end together, none of them begins in the place of another. */
  willEnd(reason: Refused): void {
    if (this.ending !== undefined) return
    this.ending = { reason, isUnderWay: false, isTold: false }
    if (this.children !== undefined) for (const child of this.children) child.willEnd(reason)
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
    this.gate.endings.add(this)
    this.endChildren(reason)
  }

  /** Tells whatever runs the call to stop, unless that was done before. */
  tellEnd(): void {
    if (this.isAnswered || this.ending === undefined || this.ending.isTold) return
    this.ending.isTold = true
    if (this.run !== undefined) this.run.stop(this.ending.reason)
    else this.fiber?.interruptUnsafe()
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

  /** Ends the call when its deadline passes or its signal is aborted. Only for a call that is not answered yet. */
  watch(signal: AbortSignal | undefined): void {
    const { deadline } = this.context
    const ms = deadline === undefined ? undefined : deadline - Date.now()
    const clock = ms !== undefined && ms <= longestTimeout ? setTimeout(() => this.end(deadlinePassed), ms) : undefined
    let unlisten: (() => void) | undefined
    let unheard: Refused | undefined
    try {
      if (signal?.aborted) unheard = cancelled
      else if (signal !== undefined) unlisten = onAbort(signal, this)
    } catch {
      unheard = noSignal
    }
    if (clock !== undefined || unlisten !== undefined)
      this.unwatch = () => {
        clearTimeout(clock)
        unlisten?.()
      }
    if (unheard !== undefined) this.end(unheard)
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

  /** Calls a function once the call has been answered. */
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

const logAsker = ({ callId, context }: CallInFlight, cause: unknown) =>
  Effect.logError("The function that asks a caller for input broke; the form was cancelled.", Cause.die(cause)).pipe(
    Effect.annotateLogs(callFields(callId, context))
  )

const logWaits = ({ callId, context }: CallInFlight, cause: unknown) =>
  Effect.logError(
    "The sandbox of a call broke when it was told that the call waits for its caller.",
    Cause.die(cause)
  ).pipe(Effect.annotateLogs(callFields(callId, context)))

const logEmitted = ({ callId, context }: CallInFlight) =>
  Effect.logError('A tool emitted what is not a text for "stdout" or "stderr"; nobody is shown it.').pipe(
    Effect.annotateLogs(callFields(callId, context))
  )

const stopAtOnce = (run: Stoppable, ending: Ending): void => {
  ending.isTold = true
  run.stop(ending.reason)
}
