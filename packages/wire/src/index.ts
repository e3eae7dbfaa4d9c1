export {
  ApprovalDecision,
  ApprovalQuestion,
  ApprovalRequest,
  SealedDecision,
  SealedQuestion,
  SealedRequest
} from "./Approval.ts"
export {
  type AbandonedSegment,
  type AboutCall,
  type AuditEvent,
  AuditRecord,
  type GateAdministered,
  type Head,
  type LogClosed,
  type LogOpened,
  type RecordedError,
  type RecordedPrincipal,
  type RecordedProcess,
  type RecordPosition,
  type ToolDenied,
  type ToolDispatched,
  type ToolObserved
} from "./AuditRecord.ts"
export { encode } from "./encode.ts"
export { allowLaterKind, closed, type Form, open } from "./Form.ts"
export { Permit } from "./Permit.ts"
export { Ceiling, FileTree, Principal } from "./Principal.ts"
export { RunnerEnding, RunnerEvent } from "./RunnerEvent.ts"
export { SealedRun } from "./SealedRun.ts"
export { SuggestedRule } from "./SuggestedRule.ts"
export { ToolCall } from "./ToolCall.ts"
export { ToolDefinition } from "./ToolDefinition.ts"
export { ToolEnvelope, ToolExecutionResult } from "./ToolEnvelope.ts"
export { ToolEvent } from "./ToolEvent.ts"
export { TextBlock, ToolExecution } from "./ToolExecution.ts"
export { wireVersion } from "./wireVersion.ts"
export {
  Confinement,
  ErrorClass,
  ErrorSlug,
  Executed,
  FileMode,
  LimitName,
  OutputStream,
  PermissionType,
  SandboxName,
  SideEffect,
  SideEffectClass,
  ToolRisk
} from "./words.ts"
