import type {
  Approvals,
  Args,
  Asker,
  AskForm,
  AuditEntry,
  Awaitable,
  ChainRun,
  ChainRuns,
  ChildOptions,
  Deferral,
  DispatchContext,
  FormAnswer,
  Gated,
  GivenApproval,
  OutputStream,
  Permit,
  QueueShare,
  Refused,
  RegisteredTool,
  ResolvedPath,
  RunHandles,
  RunRecording,
  ToolCall,
  ToolEvent,
  ToolEvents,
  ToolExecution,
  ToolForm
} from "@toolgate/core"
import { isChild } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Fiber } from "effect/Fiber"
import { type CallListeners, CallStory } from "./CallStory.ts"
import { emittedNoText, listenerBroke, notWithdrawn, waitsBroke } from "./callFaults.ts"
import { EndableCall } from "./EndableCall.ts"
import type { Endings } from "./Endings.ts"
import { deltaEvent } from "./events.ts"
import { formsOf } from "./forms/formsOf.ts"
import type { Place } from "./Place.ts"
import type { Writer } from "./WriteLocks.ts"
import { watchEnd } from "./watchEnd.ts"

const none: ReadonlyArray<ResolvedPath> = []

/** Dispatches a child call of a call in flight. */
export type ChildDispatch = (
  call: ToolCall,
  context: DispatchContext,
  parent: CallInFlight,
  options: ChildOptions | undefined
) => Awaitable<ToolExecution>

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>
export type Answered = (answer: ToolExecution) => void

/** Describes a tool to whoever makes a call in a context. */
export type Describe = (name: string, context: DispatchContext) => ReturnType<RunHandles["describe"]>

/** Returns the refusal of a child call that is denied now. */
export type ChildDenied = (call: ToolCall, context: DispatchContext) => Awaitable<Refused | undefined>

/** Describes the tools that somebody is told about. */
export type ToolsFor = (asker: Asker) => ReturnType<RunHandles["tools"]>

/** A recorded run of a script that goes on. */
export interface ResumedRun {
  readonly run: ChainRun
  /** False once the broker of the script has the run, and suspends or ends it, or once it was given back. */
  isHeld: boolean
  /** True once the broker of the script has the run. Until then, the script has not gone on. */
  goesOn: boolean
}

/** The parts of a gate that its calls in flight share. */
interface InFlight {
  readonly child: ChildDispatch
  readonly childDenied: ChildDenied
  readonly runs: ChainRuns["Service"] | undefined
  readonly approvals: Approvals["Service"] | undefined
  readonly describe: Describe
  readonly visible: ToolsFor
  readonly publish: ToolEvents["Service"]["publish"]
  readonly endings: Endings
  readonly artifacts: RunHandles["artifacts"]
  readonly queueMs: number
}

/**
 * A call between its request and its answer: how far the call came, what it holds, and how to end it. Only the gate sees the
 * whole object. A sandbox that runs the call sees it as `RunHandles`.
 */
export class CallInFlight extends EndableCall implements RunHandles, Writer {
  readonly callId: string
  readonly context: DispatchContext

  readonly startedAt = performance.now()
  begunAt = this.startedAt

  // How far the call came: needed for its answer when it ends early.
  call: ToolCall
  tool: RegisteredTool | undefined = undefined
  args: Args | undefined = undefined
  given: GivenApproval | undefined = undefined
  /** The run of a script that goes on with this call. */
  resumes: ResumedRun | undefined = undefined
  /** The way in which the calls of a recorded script are deferred, if they are. */
  deferral: Deferral | undefined = undefined
  /** The digest by which a later call goes on with the run of this one, if one may. */
  equal: string | undefined = undefined
  /** The time that the call may run, in milliseconds, if whoever makes it lets it run for less than the policy does. */
  wallMs: number | undefined = undefined
  inlineBytes: number | undefined = undefined
  permit: Permit | undefined = undefined
  entry: AuditEntry | undefined = undefined
  executed: "no" | "yes" = "no"

  // What the call holds.
  readonly parent: CallInFlight | undefined
  readonly share: QueueShare
  readonly place: Place
  held = 0
  writes: ReadonlyArray<ResolvedPath> = none

  private giveBack: (() => void) | undefined = undefined
  private readonly gate: InFlight
  /** The function that asks the caller for input, if there is one: that of the call at the beginning of a chain. */
  asker: AskForm | undefined = undefined
  readonly answered: Answered
  readonly runFork: RunFork
  private story: CallStory | undefined = undefined
  private childCount = 0
  private runWaits = 0
  private runWaitsSince = 0
  private runWaited = 0
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
    super(gate.endings)
    this.gate = gate
    this.callId = call.id
    this.call = call
    this.context = context
    this.share = place.share
    this.place = place
    this.parent = parent
    this.answered = answered
    this.runFork = runFork
  }

  dispatch(call: ToolCall, options?: ChildOptions): Awaitable<ToolExecution> {
    const context = this.childContext(options?.index ?? this.childCount++)
    const deferral = options?.defer === true ? this.deferral : undefined
    const defer = deferral && { defer: childDeferral(deferral, options?.approval !== undefined) }
    return this.gate.child(call, { ...context, ...defer }, this, options)
  }

  /** Goes on with a recorded run. */
  goOn(resumes: ResumedRun): void {
    const { approval, context } = resumes.run
    this.resumes = resumes
    this.deferral = context.defer ?? {}
    if (approval !== undefined) this.given = Object.freeze(approval)
  }

  denied(call: ToolCall, index: number): Awaitable<Refused | undefined> {
    return this.gate.childDenied(call, this.childContext(index))
  }

  private childContext(index: number): DispatchContext {
    const { session, turn, principal, workspace, deadline } = this.context
    return { session, turn, principal, workspace, deadline, caller: this.childCaller(index) }
  }

  get recording(): RunRecording | undefined {
    const { runs } = this.gate
    const { deferral } = this
    if (runs === undefined || deferral === undefined) return undefined
    return {
      runs,
      defer: deferral,
      equal: this.equal,
      resume: () => {
        const { resumes } = this
        if (resumes === undefined) return undefined
        resumes.isHeld = false
        resumes.goesOn = true
        return resumes.run
      },
      withdraw: (ids) =>
        Effect.catchCause(
          Effect.suspend(() => this.gate.approvals?.withdraw?.(ids) ?? Effect.void),
          (cause) => notWithdrawn(this, cause)
        )
    }
  }

  private childCaller(index: number) {
    const { caller: own } = this.context
    // The call at the beginning. A turn and a program at a provider are none.
    const chain = isChild(own) ? own.chain : this.callId
    return { kind: "chain" as const, parent: this.callId, chain, index }
  }

  get loggedArgs(): ReadonlyArray<unknown> {
    const { args, argsText } = this.call
    const own = args ?? argsText
    const all = this.args === undefined || this.args === own ? [own] : [own, this.args]
    return this.parent === undefined ? all : [...all, ...this.parent.loggedArgs]
  }

  get artifacts(): RunHandles["artifacts"] {
    return this.gate.artifacts
  }

  describe(name: string): ReturnType<RunHandles["describe"]> {
    return this.gate.describe(name, this.context)
  }

  tools(): ReturnType<RunHandles["tools"]> {
    return this.gate.visible({ ...this.context, caller: this.childCaller(this.childCount) })
  }

  ask(form: ToolForm): Awaitable<FormAnswer> {
    if (this.forms === undefined) {
      this.forms = formsOf(this)
      if (this.reason !== undefined || this.isAnswered) this.forms.close()
    }
    return this.forms.ask(form)
  }

  get queueMs(): number {
    return this.gate.queueMs
  }

  queues(isWaiting: boolean): void {
    this.waitsInRun(isWaiting)
  }

  /** Counts what follows as waiting, for the caller or for something that calls share, and not as running, or ends that. */
  waitsInRun(isWaiting: boolean): void {
    const now = performance.now()
    if (isWaiting ? this.runWaits++ === 0 : --this.runWaits === 0) {
      if (isWaiting) this.runWaitsSince = now
      else this.runWaited += now - this.runWaitsSince
    }
    this.waitsForAnswer(isWaiting)
  }

  /** The time that the run has waited until `now`, in milliseconds. */
  runWaitedMs(now: number): number {
    return this.runWaited + (this.runWaits > 0 ? now - this.runWaitsSince : 0)
  }

  /**
   * Tells the run of the call, and those of the calls that wait for it, that it waits for its caller, for a person or in a queue, or no
   * longer does.
   */
  private waitsForAnswer(isWaiting: boolean): void {
    try {
      this.run?.waits?.(isWaiting)
    } catch (cause) {
      this.runFork(waitsBroke(this, cause))
    }
    this.parent?.waitsForAnswer(isWaiting)
  }

  /** Marks the call as executed. From here on its tool may have taken effect. */
  begin(): void {
    this.executed = "yes"
    // A call that never waited began when it started: reading the clock is expensive.
    if (this.hasWaited) this.begunAt = performance.now()
  }

  emit(stream: OutputStream, text: string): void {
    const { permit } = this
    if (permit === undefined || this.executed === "no" || this.isAnswered || text === "") return
    // Callers without types exist. A text without a length would also end the bound on what is reported.
    if (typeof text !== "string" || (stream !== "stdout" && stream !== "stderr")) {
      this.runFork(emittedNoText(this))
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
    this.story = new CallStory(listeners, (cause) => this.runFork(listenerBroke(this, cause)))
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

  /** Ends the call when its deadline passes or its signal is aborted. Only for a call that is not answered yet. */
  watch(signal: AbortSignal | undefined): void {
    const { stop, ended } = watchEnd(this, this.context.deadline, signal)
    this.unwatch = stop
    if (ended !== undefined) this.end(ended)
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
    this.place.leave()
    const { parent } = this
    if (parent === undefined) return
    parent.children?.remove(this)
    if (parent.isAnswered) parent.leaveIfLast()
  }
}

/**
 * Returns the way of a child call that does not wait for a person. It joins no other call, because a script makes each of its calls
 * itself. With an approval that the record of its run names, it may have another id than it had when it asked.
 */
const childDeferral = ({ expiresMs, joinsEarlier = false }: Deferral, hasApproval: boolean): Deferral => ({
  ...(expiresMs === undefined ? {} : { expiresMs }),
  ...(hasApproval && joinsEarlier !== false ? { joinsEarlier } : {})
})
