import type { DispatchContext, ToolDefinition } from "@toolgate/core"
import { defaultFrameBounds, type HelloMessage, protocolVersion } from "@toolgate/runner-protocol"
import type { RunnerBounds } from "./RunnerSpec.ts"
import { toolDescription } from "./toolDescription.ts"

/** What a runner is told first. */
export const helloMessage = (
  { principal, session, workspace }: DispatchContext,
  { callsInFlight }: RunnerBounds,
  tools: ReadonlyArray<ToolDefinition>
): HelloMessage => ({
  op: "hello",
  version: protocolVersion,
  agent: principal.agent,
  session,
  workspace,
  tools: tools.map(toolDescription),
  max_frame_bytes: defaultFrameBounds.frameBytes,
  // Those that wait to go to the gate are taken in as well.
  max_calls_in_flight: 2 * callsInFlight
})
