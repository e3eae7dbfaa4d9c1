export { builtins, shell } from "@toolgate/builtins"
export {
  type ApprovalDecision,
  type ApprovalRequest,
  defineHostedTool,
  defineTool,
  type Judge,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolEvent,
  type ToolExecution,
  ToolExecutionError,
  ToolOutcomeUnknown,
  ToolRegistrationError,
  ToolValidationError,
  toolOutput
} from "@toolgate/core"
export type { Hook } from "@toolgate/dispatch"
export { abstain, allow, ask, deny } from "@toolgate/policy/verdicts"
export { Type } from "typebox"
export type { CallJudgement } from "./CallJudgement.ts"
export type { CallOptions } from "./CallOptions.ts"
export { createToolgate } from "./createToolgate.ts"
export type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"
export type { Session } from "./Session.ts"
export type { Toolgate } from "./Toolgate.ts"
export type { ToolgateOptions } from "./ToolgateOptions.ts"
