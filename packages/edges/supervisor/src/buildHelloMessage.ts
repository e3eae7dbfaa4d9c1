import type { DispatchContext, ToolDefinition } from "@toolgate/core"
import { defaultFrameBounds, type HelloMessage, protocolVersion, type SkillMessage } from "@toolgate/runner/protocol"
import { describeTool } from "./describeTool.ts"
import type { RunnerBounds } from "./RunnerSpec.ts"

/** Makes the first message to a runner. */
export const buildHelloMessage = (
  { principal, session, workspace }: DispatchContext,
  { callsInFlight }: Pick<RunnerBounds, "callsInFlight">,
  tools: ReadonlyArray<ToolDefinition>,
  skills: ReadonlyArray<SkillMessage>,
  assignment: string | undefined
): HelloMessage => ({
  op: "hello",
  version: protocolVersion,
  agent: principal.agent,
  session,
  workspace,
  tools: tools.map(describeTool),
  ...(skills.length === 0 ? {} : { skills: skills.map(skillMessage) }),
  ...(assignment === undefined ? {} : { assignment }),
  max_frame_bytes: defaultFrameBounds.frameBytes,
  // Queued calls are accepted too.
  max_calls_in_flight: 2 * callsInFlight
})

// Other data that an app stores in a skill must not leave this process.
const skillMessage = ({ name, version, description, instructions }: SkillMessage): SkillMessage => ({
  name,
  version,
  description,
  instructions
})
