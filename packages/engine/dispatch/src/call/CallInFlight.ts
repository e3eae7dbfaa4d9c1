import {
  type AskForm,
  type EventCall,
  type ExtensibleCall,
  type Permit,
  type Refused,
  readTraceparent,
  type ToolCall,
  type ToolEvent,
  type ToolEvents,
  type ToolExecution
} from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { Fiber } from "effect/Fiber"
import { type CallInput, Progress } from "../line/Progress.ts"
import type { CallSlot } from "../slots/CallSlot.ts"
import { CallLife } from "./CallLife.ts"
import { type CallListeners, CallStory } from "./CallStory.ts"
import { logListenerFailure, logWaitFailure } from "./callFaults.ts"
import type { Endings } from "./Endings.ts"

export type RunFork = <A, E>(effect: Effect<A, E>) => Fiber<A, E>
export type Answered = (answer: ToolExecution) => void

/** The immutable input of a call: its task, its caller and the target of its answer. */
export interface FlightInput extends CallInput {
  readonly parent: CallInFlight | undefined
  /** Asks the caller for input. A child call uses its parent's function. */
  readonly asker: AskForm | undefined
  /** The maximum size of an output that the caller gets directly, in bytes. */
  readonly inlineBytes: number | undefined
  readonly answered: Answered
  readonly runFork: RunFork
}

interface Shared {
  readonly publish: ToolEvents["Service"]["publish"]
  readonly endings: Endings
}

/**
 * A call in flight: what was asked (`input`), how far it is (`progress`), and its `life`. Its sandbox sees only the
 * `CallHandles`.
 */
export class CallInFlight implements ExtensibleCall, EventCall {
  readonly input: FlightInput
  readonly progress: Progress
  readonly life: CallLife
  answer: ToolExecution | undefined = undefined
  trace: EventCall["trace"] = undefined
  private readonly gate: Shared
  private story: CallStory | undefined = undefined

  constructor(gate: Shared, call: ToolCall, input: FlightInput, slot: CallSlot) {
    this.gate = gate
    this.input = Object.freeze(input)
    this.progress = new Progress(call, input)
    this.life = new CallLife(gate.endings, slot, input.parent?.life, this)
  }

  get callId(): string {
    return this.input.callId
  }

  get context(): FlightInput["context"] {
    return this.input.context
  }

  get deferral(): ExtensibleCall["deferral"] {
    return this.progress.deferral
  }

  get startedAt(): number {
    return performance.timeOrigin + this.life.startedAt
  }

  get permit(): Permit | undefined {
    return this.progress.permit
  }

  /** The trace context that the call passes on: that of its span if it is traced, or the caller's. */
  get traceparent(): string | undefined {
    return this.trace?.traceparent ?? readTraceparent(this.context.traceparent)
  }

  /** The reason for an early end, if there is one. */
  get reason(): Refused | undefined {
    return this.life.reason
  }

  get loggedArgs(): ReadonlyArray<unknown> {
    const { call, args: parsed } = this.progress
    const { parent } = this.input
    const own = call.args ?? call.argsText
    const all = parsed === undefined || parsed === own ? [own] : [own, parsed]
    return parent === undefined ? all : [...all, ...parent.loggedArgs]
  }

  /**
   * The waiting time so far, in milliseconds. A permit reports how long a person took, unless the call already carried an
   * approval: then no person was asked for this permit.
   */
  get waitedMs(): number {
    const { permit } = this.progress
    return this.life.waitedMs(permit?.request.given === undefined ? permit?.waitedMs : undefined)
  }

  /** Returns the part of a text within the output limit. */
  nextOutput(text: string, permit: Permit): ReturnType<CallStory["next"]> {
    this.story ??= new CallStory()
    return this.story.next(text, permit.grant.limits.outputBytes)
  }

  /** Publishes an event, then passes it to the call's listeners. */
  publish(event: ToolEvent): void {
    this.gate.publish(event, this)
    this.hear(event)
  }

  /** Passes an event to the call's listeners only. */
  hear(event: ToolEvent): void {
    this.story?.hear(event)
  }

  /** Sets the listeners. Call before the first event. */
  listen(listeners: CallListeners): void {
    this.story = new CallStory(listeners, (cause) => this.input.runFork(logListenerFailure(this, cause)))
  }

  /** Logs an error that a sandbox throws on a waiting notice. */
  logWaitFailure(cause: unknown): void {
    this.input.runFork(logWaitFailure(this, cause))
  }
}
