export { BadFrame } from "./protocol/BadFrame.ts"
export { buildProtocolSchema } from "./protocol/buildProtocolSchema.ts"
export { encodeFrame } from "./protocol/encodeFrame.ts"
export { defaultFrameBounds, type FrameBounds } from "./protocol/FrameBounds.ts"
export { FrameBuffer } from "./protocol/FrameBuffer.ts"
export { FrameDecoder } from "./protocol/FrameDecoder.ts"
export { FrameReader } from "./protocol/FrameReader.ts"
export { addTextToResult, listTexts } from "./protocol/listTexts.ts"
export { parseFrame } from "./protocol/parseFrame.ts"
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
export { protocolVersion } from "./protocol/version.ts"
