export { BadFrame } from "./BadFrame.ts"
export { encodeFrame } from "./encodeFrame.ts"
export { defaultFrameBounds, type FrameBounds } from "./FrameBounds.ts"
export { FrameDecoder } from "./FrameDecoder.ts"
export { HeldBytes } from "./HeldBytes.ts"
export { parseFrame } from "./parseFrame.ts"
export { protocolSchema } from "./protocolSchema.ts"
export {
  AgentResultMessage,
  AgentStartMessage,
  AgentStopMessage,
  CeilingMessage,
  type RefusedRequest,
  type RunnerMessage,
  ToolCallMessage,
  ToolCancelMessage
} from "./RunnerMessage.ts"
export { readRunnerMessage, readSupervisorMessage } from "./readMessage.ts"
export {
  AgentEndedMessage,
  AgentStartedMessage,
  ApprovalPendingMessage,
  ContentBlockMessage,
  type ErrorSlugMessage,
  HelloMessage,
  ProtocolErrorMessage,
  ResponseMetadata,
  ShutdownMessage,
  SkillMessage,
  type SupervisorMessage,
  ToolDescription,
  ToolOutputDeltaMessage,
  ToolResponseMessage,
  ToolsChangedMessage
} from "./SupervisorMessage.ts"
export { resultWithText, textsOf } from "./textsOf.ts"
export { protocolVersion } from "./version.ts"
