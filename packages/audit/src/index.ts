export { AuditLogUnavailable } from "./AuditLogUnavailable.ts"
export type {
  AuditEvent,
  AuditRecord,
  Head,
  LogClosed,
  LogLost,
  LogOpened,
  RecordedCaller,
  RecordedError,
  RecordedLimits,
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
export { type AuditEntry, readAuditLog } from "./reading/readAuditLog.ts"
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyOptions,
  verifyAuditLog
} from "./reading/verifyAuditLog.ts"
