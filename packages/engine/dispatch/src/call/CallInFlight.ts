import type {
  AskForm,
  ExtensibleCall,
  Permit,
  Refused,
  ToolCall,
  ToolEvent,
  ToolEvents,
  ToolExecution
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

/** The input of a call: the task, who gave it, and where its answer goes. Never changes. */
export interface FlightInput extends CallInput {
  readonly parent: CallInFlight | undefined
  /** The function that asks the caller for input, if there is one. A child call has that of its parent. */
  readonly asker: AskForm | undefined
  /** The most bytes of an output that the caller gets as they are, if there is such a bound. */
  readonly inlineBytes: number | undefined
  readonly answered: Answered
  readonly runFork: RunFork
}

/** The parts of a gate that its calls in flight share. */
interface Shared {
  readonly publish: ToolEvents["Service"]["publish"]
  readonly endings: Endings
}

/**
 * A call between its request and its answer, in three parts: what it was asked (`input`), how far it has come (`progress`), and its
 * life. A sandbox that runs the call sees none of them, but its `CallHandles`.
 */
export class CallInFlight implements ExtensibleCall {
  readonly input: FlightInput
  readonly progress: Progress
  readonly life: CallLife
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

  /** The reason why the call is to end, once it is. */
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
   * The time that the call has waited until now, in milliseconds. If there is a permit, it says itself how long a person took,
   * unless the call came to its policy with an approval: then nobody was asked for this permit.
   */
  get waitedMs(): number {
    const { permit } = this.progress
    return this.life.waitedMs(permit?.request.given === undefined ? permit?.waitedMs : undefined)
  }

  /** Returns the part of a text that is still reported of the output of the call, if any is. */
  nextOutput(text: string, permit: Permit): ReturnType<CallStory["next"]> {
    this.story ??= new CallStory()
    return this.story.next(text, permit.grant.limits.outputBytes)
  }

  /** Reports an event to everybody who follows the gate, and then to the listeners of the call. */
  publish(event: ToolEvent): void {
    this.gate.publish(event)
    this.hear(event)
  }

  /** Reports an event to the listeners of the call alone. */
  hear(event: ToolEvent): void {
    this.story?.hear(event)
  }

  /** Sets the listeners of the call. Called before the first event. */
  listen(listeners: CallListeners): void {
    this.story = new CallStory(listeners, (cause) => this.input.runFork(logListenerFailure(this, cause)))
  }

  /** Logs an error that a sandbox throws when it hears that the call waits. */
  logWaitFailure(cause: unknown): void {
    this.input.runFork(logWaitFailure(this, cause))
  }
}
