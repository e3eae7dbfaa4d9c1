import type { Permit, SideEffectClass, ToolEvent, ToolExecution } from "@toolgate/core"
import type { CallInFlight } from "./CallInFlight.ts"

/** What is told when a permitted call begins to run. */
export const startEvent = (flight: CallInFlight, { grant, request }: Permit): ToolEvent => ({
  ...about(flight, request.tool.name, flight.begunAt),
  type: "tool.called",
  sideEffects: lowerCase[request.tool.sideEffects],
  sandbox: grant.sandbox
})

/** The one event with which a call ends. */
export const endEvent = (flight: CallInFlight, execution: ToolExecution, now: number): ToolEvent => {
  const { durationMs, waitedMs, error, executed, output } = execution
  const common = about(flight, execution.toolName, now)
  if (error === undefined) return { ...common, type: "tool.completed", durationMs, waitedMs }
  if (error.why === "InvalidArgs") return { ...common, type: "tool.input_invalid", message: error.message }
  return {
    ...common,
    type: "tool.failed",
    errorClass: error.class,
    message: error.message,
    executed,
    durationMs,
    waitedMs,
    partialOutput: executed === "no" ? undefined : output
  }
}

const about = (flight: CallInFlight, toolName: string, now: number) => ({
  at: Math.round(performance.timeOrigin + now),
  session: flight.session,
  turn: flight.turn,
  agent: flight.principal.agent,
  callId: flight.callId,
  toolName
})

// Upper case in definitions, lower case in events.
const lowerCase: Record<SideEffectClass, Lowercase<SideEffectClass>> = {
  NONE: "none",
  READ: "read",
  WRITE: "write",
  EXECUTE: "execute",
  NETWORK: "network"
}
