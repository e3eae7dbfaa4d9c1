export { BadFrame } from "./protocol/BadFrame.ts"
export { encodeFrame } from "./protocol/encodeFrame.ts"
export { defaultFrameBounds, type FrameBounds } from "./protocol/FrameBounds.ts"
export { FrameDecoder } from "./protocol/FrameDecoder.ts"
export { HeldBytes } from "./protocol/HeldBytes.ts"
export { parseFrame } from "./protocol/parseFrame.ts"
export { protocolSchema } from "./protocol/protocolSchema.ts"
export {
  AgentResultMessage,
  AgentStartMessage,
  AgentStopMessage,
  CeilingMessage,
  type RefusedRequest,
  type RunnerMessage,
  ToolCallMessage,
  ToolCancelMessage
} from "./protocol/RunnerMessage.ts"
export { readRunnerMessage, readSupervisorMessage } from "./protocol/readMessage.ts"
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
} from "./protocol/SupervisorMessage.ts"
export { resultWithText, textsOf } from "./protocol/textsOf.ts"
export { protocolVersion } from "./protocol/version.ts"
