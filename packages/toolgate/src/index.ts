export type { OnAsk } from "@toolgate/approval"
export { AuditLogUnavailable } from "@toolgate/audit"
export { builtins, shell } from "@toolgate/builtins"
export {
  type ApprovalDecision,
  type ApprovalRequest,
  Approvals,
  type ArgsOf,
  type ContentBlock,
  type DecisionOutcome,
  defineTool,
  type ErrorClass,
  type EventsLost,
  type ExecutionGrant,
  FileFailed,
  type Files,
  type Json,
  type Judge,
  PendingApprovals,
  type PermissionRequest,
  type Permit,
  type Refused,
  type ResourceLimits,
  RuntimePolicy,
  type SideEffectClass,
  type Tool,
  type ToolCall,
  ToolCancelled,
  type ToolContext,
  type ToolDefinition,
  ToolError,
  type ToolEvent,
  type ToolExecution,
  ToolExecutionError,
  type ToolInstance,
  ToolNotFound,
  ToolOutcomeUnknown,
  type ToolOutput,
  ToolPermissionDenied,
  ToolRegistrationError,
  ToolTimeout,
  ToolValidationError,
  toolOutput
} from "@toolgate/core"
export {
  type CallListeners,
  type CallOutput,
  type Hook,
  type HookAnswer,
  ToolDispatchEngine
} from "@toolgate/dispatch"
export {
  allow,
  ask,
  DefaultPolicy,
  deny,
  HostPolicy,
  type LayerSpec,
  meet,
  PolicyInvalid,
  runtimePolicyOf
} from "@toolgate/policy"
export { ProcessNotStarted } from "@toolgate/processes"
export type { RestartPolicy, RunnerBounds, RunnerEnding, RunnerEvent, RunnerOutput } from "@toolgate/supervisor"
export { openWorkspace, WorkspaceInvalid } from "@toolgate/workspace"
export { Type } from "typebox"
export type { AuditChoice } from "./auditChoice.ts"
export type { AskerOptions, CallOptions } from "./CallOptions.ts"
export { createToolgate, type Toolgate } from "./createToolgate.ts"
export type { SandboxOptions } from "./installedSandboxes.ts"
export {
  type AssistantMessage,
  buildToolResultMessages,
  type TextBlock,
  type ToolMessage,
  type ToolResultBlock,
  type ToolUseBlock,
  toolResultBlock
} from "./messages.ts"
export type { PendingQuestions } from "./PendingQuestions.ts"
export * as PinoLogger from "./PinoLogger.ts"
export type { PolicyFiles } from "./PolicyFiles.ts"
export type { PolicyChoice } from "./policyChoice.ts"
export type { RunnerConfinement, RunnerOptions, StartedRunner } from "./RunnerOptions.ts"
export type { Session } from "./Session.ts"
export type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"
export * as ToolgateLayer from "./ToolgateLayer.ts"
export type { ToolgateOptions } from "./ToolgateOptions.ts"
