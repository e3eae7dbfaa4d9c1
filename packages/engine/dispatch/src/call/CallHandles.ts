import {
  type Asker,
  type Awaitable,
  type ChildOptions,
  type Deferral,
  type DispatchContext,
  type FormAnswer,
  makeChildCaller,
  type OutputStream,
  type Refused,
  type RunHandles,
  type Stoppable,
  type ToolCall,
  type ToolExecution,
  type ToolForm
} from "@toolgate/core"
import { makeDeltaEvent } from "../events/events.ts"
import { CallForms } from "../forms/CallForms.ts"
import type { CallInFlight } from "./CallInFlight.ts"
import { logAskerFailure, logInvalidOutput } from "./callFaults.ts"

/** The parts of a gate that its call handles share. */
export interface HandleParts {
  readonly child: (
    call: ToolCall,
    context: DispatchContext,
    parent: CallInFlight,
    options: ChildOptions | undefined
  ) => Awaitable<ToolExecution>
  /** Returns the refusal of a child call that would be denied now. */
  readonly childDenied: (call: ToolCall, context: DispatchContext) => Awaitable<Refused | undefined>
  readonly describe: (name: string, context: DispatchContext) => ReturnType<RunHandles["describe"]>
  readonly visible: (asker: Asker) => ReturnType<RunHandles["tools"]>
  readonly queueMs: number
}

/** A sandbox's view of a running call. */
export class CallHandles implements RunHandles {
  private readonly gate: HandleParts
  private readonly flight: CallInFlight
  private childCount = 0

  constructor(gate: HandleParts, flight: CallInFlight) {
    this.gate = gate
    this.flight = flight
  }

  get begunAt(): number {
    return this.flight.life.begunAt
  }

  get queueMs(): number {
    return this.gate.queueMs
  }

  get inlineBytes(): number | undefined {
    return this.flight.input.inlineBytes
  }

  get traceparent(): string | undefined {
    return this.flight.traceparent
  }

  get loggedArgs(): ReadonlyArray<unknown> {
    return this.flight.loggedArgs
  }

  get recording(): RunHandles["recording"] {
    return this.flight.progress.extended?.recordingFor(this.flight)
  }

  queues(isWaiting: boolean): void {
    this.flight.life.waitsInRun(isWaiting)
  }

  onStop(run: Stoppable): void {
    this.flight.life.onStop(run)
  }

  end(reason: Refused): void {
    this.flight.life.end(reason)
  }

  dispatch(call: ToolCall, options?: ChildOptions): Awaitable<ToolExecution> {
    const context = this.childContext(options?.index ?? this.childCount++)
    const deferral = options?.defer === true ? this.flight.deferral : undefined
    const defer = deferral && { defer: childDeferral(deferral, options?.approval !== undefined) }
    return this.gate.child(call, { ...context, ...defer }, this.flight, options)
  }

  denied(call: ToolCall, index: number): Awaitable<Refused | undefined> {
    return this.gate.childDenied(call, this.childContext(index))
  }

  describe(name: string): ReturnType<RunHandles["describe"]> {
    return this.gate.describe(name, this.flight.context)
  }

  tools(): ReturnType<RunHandles["tools"]> {
    return this.gate.visible({ ...this.flight.context, caller: makeChildCaller(this.flight, this.childCount) })
  }

  ask(form: ToolForm): Awaitable<FormAnswer> {
    const { life, reason } = this.flight
    if (life.forms === undefined) {
      life.forms = formsOf(this.flight)
      if (reason !== undefined || life.isAnswered) life.forms.close()
    }
    return life.forms.ask(form)
  }

  emit(stream: OutputStream, text: string): void {
    const { flight } = this
    const { permit } = flight.progress
    if (permit === undefined || flight.life.executed === "no" || flight.life.isAnswered || text === "") return
    // Callers in JavaScript may pass anything; a value without a length would disable the output limit.
    if (typeof text !== "string" || (stream !== "stdout" && stream !== "stderr")) {
      flight.input.runFork(logInvalidOutput(flight))
      return
    }
    const part = flight.nextOutput(text, permit)
    if (part !== undefined) flight.publish(makeDeltaEvent(flight.input, permit, stream, part.text, part.cut))
  }

  private childContext(index: number): DispatchContext {
    const { session, turn, principal, workspace, deadline } = this.flight.context
    const { traceparent } = this
    const context = { session, turn, principal, workspace, deadline, caller: makeChildCaller(this.flight, index) }
    return traceparent === undefined ? context : { ...context, traceparent }
  }
}

/**
 * Returns the deferral of a child call. It does not join other calls, because its parent makes each call itself. With an
 * approval from the parent's record, it may have another id than before.
 */
const childDeferral = ({ expiresMs, joinsEarlier = false }: Deferral, hasApproval: boolean): Deferral => ({
  ...(expiresMs === undefined ? {} : { expiresMs }),
  ...(hasApproval && joinsEarlier !== false ? { joinsEarlier } : {})
})

const formsOf = (flight: CallInFlight): CallForms => {
  const { callId, context, input, life, progress } = flight
  return new CallForms({
    callId,
    toolName: progress.tool === undefined ? progress.call.tool : progress.tool.definition.name,
    asker: input.asker,
    deadline: context.deadline,
    waits: (isWaiting) => life.waitsInRun(isWaiting),
    broke: (cause) => input.runFork(logAskerFailure(flight, cause))
  })
}
