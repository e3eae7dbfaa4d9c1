import type { DispatchContext, OutputStream, Permit, SideEffectClass, ToolEvent, ToolExecution } from "@toolgate/core"

/** A call, as far as events tell of it. */
interface ToldCall {
  readonly callId: string
  readonly context: DispatchContext
  readonly begunAt: number
}

/** What is told when a permitted call begins to run. */
export const startEvent = (flight: ToldCall, { grant, request }: Permit): ToolEvent => ({
  type: "tool.called",
  at: wallClock(flight.begunAt),
  session: flight.context.session,
  turn: flight.context.turn,
  agent: flight.context.principal.agent,
  callId: flight.callId,
  toolName: request.tool.name,
  sideEffects: lowerCase[request.tool.sideEffects],
  sandbox: grant.sandbox
})

/** What is told of what a running call prints. */
export const deltaEvent = (
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
  stream,
  text,
  cut
})

/** The one event with which a call ends. `now` is a time of `performance.now()`. */
export const endEvent = (flight: ToldCall, execution: ToolExecution, now: number): ToolEvent => {
  const { durationMs, waitedMs, error, executed, output } = execution
  const at = wallClock(now)
  const { callId, context } = flight
  const { session, turn } = context
  const { agent } = context.principal
  const { toolName } = execution
  if (error === undefined)
    return { type: "tool.completed", at, session, turn, agent, callId, toolName, durationMs, waitedMs }
  const { message, class: errorClass } = error
  if (error.why === "InvalidArgs")
    return { type: "tool.input_invalid", at, session, turn, agent, callId, toolName, message }
  const partialOutput = executed === "no" ? undefined : output
  const failure = { errorClass, message, executed, durationMs, waitedMs, partialOutput }
  return { ...failure, type: "tool.failed", at, session, turn, agent, callId, toolName }
}

const wallClock = (now: number): number => Math.round(timeOrigin + now)

// Read once: the getter costs a call more than an event does.
const { timeOrigin } = performance

// Upper case in definitions, lower case in events.
const lowerCase: Record<SideEffectClass, Lowercase<SideEffectClass>> = {
  NONE: "none",
  READ: "read",
  WRITE: "write",
  EXECUTE: "execute",
  NETWORK: "network"
}
