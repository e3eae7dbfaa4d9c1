export { AuditLogUnavailable } from "./AuditLogUnavailable.ts"
export type {
  AuditEvent,
  AuditRecord,
  GivenUp,
  Head,
  LogClosed,
  LogLost,
  LogOpened,
  RecordedCaller,
  RecordedError,
  RecordedLimits,
  RecordedOutcome,
  RecordedPrincipal,
  RecordedProcess,
  RecordPlace,
  ToolCompleted,
  ToolDenied,
  ToolDispatched,
  ToolFailed
} from "./AuditRecord.ts"
export * as FileAuditLog from "./FileAuditLog.ts"
export { type PendingCall, pendingCalls } from "./reading/pendingCalls.ts"
export { type AuditLine, type ReadOptions, readAuditLog } from "./reading/readAuditLog.ts"
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyOptions,
  verifyAuditLog
} from "./reading/verifyAuditLog.ts"
