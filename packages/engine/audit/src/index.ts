export { AuditLogUnavailable } from "./AuditLogUnavailable.ts"
export * as FileAuditLog from "./FileAuditLog.ts"
export { type PendingCall, pendingCalls } from "./reading/pendingCalls.ts"
export { type AuditLine, type ReadOptions, readAuditLog } from "./reading/readAuditLog.ts"
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyOptions,
  verifyAuditLog
} from "./reading/verifyAuditLog.ts"
