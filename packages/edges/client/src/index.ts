export type {
  AuditRecord,
  RecordedAdministration,
  RecordedDenial,
  RecordedDispatch,
  RecordedObservation,
  RecordedOutcome,
  RecordedPrincipal
} from "./api/AuditRecord.ts"
export type {
  Approval,
  ApprovalEvent,
  ApprovalHistory,
  ApprovalQuery,
  ApprovalRequest,
  ApprovalState,
  Decided,
  Decision,
  DecisionResults
} from "./api/approvals.ts"
export type { ArtifactInfo, ByteRange, OwnedArtifactInfo } from "./api/artifacts.ts"
export type {
  Accepted,
  AcceptedCall,
  AcceptedScript,
  BatchAnswer,
  Call,
  CallJudgement,
  CallOptions,
  CallState,
  NewBatch,
  NewCall,
  NewScript,
  NewTurn,
  TurnAnswer
} from "./api/calls.ts"
export type { Live, Ready } from "./api/health.ts"
export type { Json, JsonArray, JsonObject } from "./api/Json.ts"
export type { Page, PageQuery } from "./api/Page.ts"
export type { PinDiff, PinnedTool, PinQuery } from "./api/pins.ts"
export type { JudgedCall, LintedPolicy, PolicyDraft, ReloadedPolicy, TestedPolicy } from "./api/policy.ts"
export type { DecisionProblem, Problem, UntypedProblem } from "./api/problems.ts"
export type {
  CallInDoubt,
  RecordHead,
  RecordLine,
  RecordQuery,
  Verification,
  VerificationResult
} from "./api/record.ts"
export type { NewSession, SessionInfo } from "./api/sessions.ts"
export type { Provider, ResourceDeclaration, ToolDefinition, ToolImplementation } from "./api/ToolDefinition.ts"
export type { Caller, EventsLost, ServerEvent, ToolEvent } from "./api/ToolEvent.ts"
export type { CallError, ContentBlock, Enforcement, ToolExecution, ToolOutput } from "./api/ToolExecution.ts"
export type { ErrorClass, Executed, SideEffect, SideEffectClass, ToolRisk } from "./api/words.ts"
export type { ClientOptions } from "./ClientOptions.ts"
export type { RequestOptions } from "./connection/Operation.ts"
export { type Client, createClient } from "./createClient.ts"
export { ConnectionFailed } from "./errors/ConnectionFailed.ts"
export { RequestTimedOut } from "./errors/RequestTimedOut.ts"
export { ToolgateProblem } from "./errors/ToolgateProblem.ts"
export { UnexpectedAnswer } from "./errors/UnexpectedAnswer.ts"
export type { EventOptions, EventQuery, OpenEvents } from "./events/EventQuery.ts"
export type { ApprovalRequests } from "./groups/approvals.ts"
export type { ArtifactRequests, SessionArtifacts } from "./groups/artifacts.ts"
export type { HealthRequests } from "./groups/health.ts"
export type { PinRequests } from "./groups/pins.ts"
export type { PolicyRequests } from "./groups/policy.ts"
export type { RecordRequests } from "./groups/record.ts"
export type { ClientSession } from "./groups/session.ts"
export type { SessionRequests } from "./groups/sessions.ts"
