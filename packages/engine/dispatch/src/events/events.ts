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

interface ToldCall {
  readonly callId: string
  readonly context: DispatchContext
}

/** Creates the event for the start of a permitted call. `begunAt` is a `performance.now()` time. */
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

/** Creates the event for a part of the output. */
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

/** Creates the final event of a call. `now` is a `performance.now()` time. */
export const makeEndEvent = (flight: ToldCall, execution: ToolExecution, now: number): ToolEvent => {
  const { durationMs, waitedMs, error, executed, output, pending } = execution
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
  const waiting = pending === undefined ? undefined : { approvalId: pending.approvalId }
  const failure = { errorClass, message, executed, durationMs, waitedMs, partialOutput, ...waiting }
  return { ...failure, type: "tool.failed", at, session, turn, agent, callId, toolName, ...caller }
}

/** Returns the `caller` member, unless the agent makes a single direct call. */
const callerMember = ({ caller }: DispatchContext): { readonly caller?: Caller } | undefined =>
  isAlone(caller) ? undefined : { caller }

const wallClock = (now: number): number => Math.round(timeOrigin + now)

// Read once: the getter costs more than an event.
const { timeOrigin } = performance

// Definitions use upper case, events lower case.
const lowerCase: Record<SideEffectClass, Lowercase<SideEffectClass>> = {
  NONE: "none",
  READ: "read",
  WRITE: "write",
  EXECUTE: "execute",
  NETWORK: "network"
}
