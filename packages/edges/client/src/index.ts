export type {
  Approval,
  ApprovalQuery,
  ApprovalRequest,
  Decided,
  Decision,
  DecisionResults
} from "./api/approvals.ts"
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
export type { DecisionProblem, Problem, UntypedProblem } from "./api/problems.ts"
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
export type { HealthRequests } from "./groups/health.ts"
export type { ClientSession } from "./groups/session.ts"
export type { SessionRequests } from "./groups/sessions.ts"
