import {
  type Caller,
  type DispatchContext,
  isAlone,
  type OutputStream,
  type Permit,
  type SideEffectClass,
  type ToolEvent,
  type ToolExecution
} from "@toolgate/core"

/** The parts of a call that its events need. */
interface ToldCall {
  readonly callId: string
  readonly context: DispatchContext
}

/** Returns the event for the beginning of a permitted call. `begunAt` is a time of `performance.now()`. */
export const makeStartEvent = (flight: ToldCall, { grant, request }: Permit, begunAt: number): ToolEvent => ({
  type: "tool.called",
  at: wallClock(begunAt),
  session: flight.context.session,
  turn: flight.context.turn,
  agent: flight.context.principal.agent,
  callId: flight.callId,
  toolName: request.tool.name,
  ...callerMember(flight.context),
  sideEffects: lowerCase[request.tool.sideEffects],
  sandbox: grant.sandbox
})

/** Returns the event for a part of a running call's output. */
export const makeDeltaEvent = (
  flight: ToldCall,
  { request }: Permit,
  stream: OutputStream,
  text: string,
  cut: boolean
): ToolEvent => ({
  type: "tool.output_delta",
  at: wallClock(performance.now()),
  session: flight.context.session,
  turn: flight.context.turn,
  agent: flight.context.principal.agent,
  callId: flight.callId,
  toolName: request.tool.name,
  ...callerMember(flight.context),
  stream,
  text,
  cut
})

/** Returns the one event with which a call ends. `now` is a time of `performance.now()`. */
export const makeEndEvent = (flight: ToldCall, execution: ToolExecution, now: number): ToolEvent => {
  const { durationMs, waitedMs, error, executed, output } = execution
  const at = wallClock(now)
  const { callId, context } = flight
  const { session, turn } = context
  const { agent } = context.principal
  const { toolName } = execution
  const caller = callerMember(context)
  if (error === undefined)
    return { type: "tool.completed", at, session, turn, agent, callId, toolName, ...caller, durationMs, waitedMs }
  const { message, class: errorClass } = error
  if (error.why === "InvalidArgs")
    return { type: "tool.input_invalid", at, session, turn, agent, callId, toolName, ...caller, message }
  const partialOutput = executed === "no" ? undefined : output
  const failure = { errorClass, message, executed, durationMs, waitedMs, partialOutput }
  return { ...failure, type: "tool.failed", at, session, turn, agent, callId, toolName, ...caller }
}

/** Returns the member with the caller, if the caller says more than that the agent itself makes the call. */
const callerMember = ({ caller }: DispatchContext): { readonly caller?: Caller } | undefined =>
  isAlone(caller) ? undefined : { caller }

const wallClock = (now: number): number => Math.round(timeOrigin + now)

// Read once: the getter costs a call more than an event does.
const { timeOrigin } = performance

// Definitions have these words in upper case, events in lower case.
const lowerCase: Record<SideEffectClass, Lowercase<SideEffectClass>> = {
  NONE: "none",
  READ: "read",
  WRITE: "write",
  EXECUTE: "execute",
  NETWORK: "network"
}
