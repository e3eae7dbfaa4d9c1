import {
  ApprovalDecision,
  ApprovalQuestion,
  ApprovalRequest,
  AuditRecord,
  Permit,
  Principal,
  RunnerEvent,
  SealedDecision,
  SealedQuestion,
  SealedRequest,
  SealedRun,
  SuggestedRule,
  ToolCall,
  ToolDefinition,
  ToolEnvelope,
  ToolEvent,
  ToolExecution,
  ToolExecutionResult
} from "../src/index.ts"

/** The forms that a newer version may extend. A reader accepts them anyway. */
export const openForms = { ToolExecution, ToolEnvelope, ToolExecutionResult, ToolEvent, RunnerEvent, AuditRecord }

/** The forms that a newer version may narrow, so that an unknown member is refused. */
export const closedForms = {
  ToolCall,
  ToolDefinition,
  Principal,
  Permit,
  ApprovalQuestion,
  ApprovalDecision,
  ApprovalRequest,
  SealedQuestion,
  SealedRequest,
  SealedDecision,
  SealedRun,
  SuggestedRule
}
