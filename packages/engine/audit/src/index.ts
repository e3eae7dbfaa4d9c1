export { AuditLogUnavailable } from "./AuditLogUnavailable.ts"
export type { ClaimingOptions, ClaimOptions } from "./claims/Claiming.ts"
export { claimingAuditLog } from "./claims/claimingAuditLog.ts"
export { memoryCallClaims } from "./claims/memoryCallClaims.ts"
export * as FileAuditLog from "./FileAuditLog.ts"
export { openAuditLog, type SegmentOptions, segmentOptions } from "./openAuditLog.ts"
export type { AuditLine } from "./reading/AuditLine.ts"
export { AuditReader } from "./reading/AuditReader.ts"
export type {
  AuditSource,
  KeyFault,
  LineFilter,
  LinePosition,
  SegmentLine,
  TimedLine,
  TimedPosition
} from "./reading/AuditSource.ts"
export { folderSource } from "./reading/folderSource.ts"
export { followAuditLog } from "./reading/followAuditLog.ts"
export { type PendingCall, pendingCalls } from "./reading/pendingCalls.ts"
export {
  isWaiting,
  makeRecordFilter,
  type RecordFilter,
  type RecordOutcome,
  recordOutcomes
} from "./reading/RecordFilter.ts"
export { type ReadOptions, readAuditLog } from "./reading/readAuditLog.ts"
export { type AuditPage, type AuditPageOptions, readAuditPage } from "./reading/readAuditPage.ts"
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyOptions,
  verifyAuditLog
} from "./reading/verifyAuditLog.ts"
export { SegmentGone } from "./segments/assertSameFile.ts"
export type { SegmentBatch, SegmentStorage, SegmentWriter, SettledClaim } from "./segments/SegmentStorage.ts"
export { SegmentStore } from "./segments/SegmentStore.ts"
export type { SegmentStoreOptions } from "./segments/SegmentStoreOptions.ts"
