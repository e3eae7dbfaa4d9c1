import {
  ApprovalDecision,
  ApprovalQuestion,
  AuditRecord,
  Permit,
  Principal,
  RunnerEvent,
  ToolCall,
  ToolDefinition,
  ToolEvent,
  ToolExecution
} from "../src/index.ts"

/** Forms to which a newer version may add, and which a reader takes all the same. */
export const openForms = { ToolExecution, ToolEvent, RunnerEvent, AuditRecord }

/** Forms in which a newer version may narrow, so that an unknown member is refused. */
export const closedForms = { ToolCall, ToolDefinition, Principal, Permit, ApprovalQuestion, ApprovalDecision }
