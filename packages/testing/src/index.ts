export { approvalStoreContract } from "./approvalStoreContract.ts"
export { type ApprovalsAdapter, approvalsContract, type Behaviour } from "./approvalsContract.ts"
export { type ArtifactStoreOptions, artifactStoreContract } from "./artifactStoreContract.ts"
export { auditLogContract, type KeptRecord, type OpenAuditLog } from "./auditLogContract.ts"
export { auditStoreContract, type OpenAuditStore, type StoredRecord } from "./auditStoreContract.ts"
export { callClaimsContract, type OpenCallClaims } from "./callClaimsContract.ts"
export { chainRunsContract, newChainRun } from "./chainRunsContract.ts"
export { describeEachDatabase } from "./describeEachDatabase.ts"
export * as EchoSandbox from "./EchoSandbox.ts"
export { failedRows } from "./failedRows.ts"
export { fastest } from "./fastest.ts"
export type { FilesAdapter } from "./files/FilesAdapter.ts"
export { filesContract } from "./filesContract.ts"
export { findInTries } from "./findInTries.ts"
export {
  countTexts,
  type ForeignText,
  type ForeignTrap,
  foreignTrap,
  foreignWays,
  withForeignText
} from "./foreignTexts.ts"
export { growthOf, mostGrowth, repeated } from "./growthOf.ts"
export { hasBubblewrap } from "./hasBubblewrap.ts"
export { hasGit } from "./hasGit.ts"
export { keptRecordOf } from "./keptRecordOf.ts"
export { cgroupsLeft, newMarker, noneLeft, processesWith, sixProcesses } from "./leftProcesses.ts"
export { linesUntilKilled } from "./linesUntilKilled.ts"
export { type PostgresServer, postgresProgram, postgresServer } from "./PostgresServer.ts"
export { pendingApprovalsContract } from "./pendingApprovalsContract.ts"
export {
  executionGrant,
  permissionRequest,
  type RequestParts,
  registeredTool,
  toolDefinition
} from "./permissionRequest.ts"
export { pinStoreContract } from "./pinStoreContract.ts"
export { type PreparingAdapter, preparingContract } from "./preparingContract.ts"
export { printLine } from "./printLine.ts"
export { putFile } from "./putFile.ts"
export { quotaStoreContract } from "./quotaStoreContract.ts"
export { type ResourcesAdapter, resourcesContract } from "./resourcesContract.ts"
export { runGit } from "./runGit.ts"
export { ranOf, runHandles } from "./runHandles.ts"
export { chooseCount, isNight, leastOften, runs } from "./runs.ts"
export { runtimePolicyContract } from "./runtimePolicyContract.ts"
export type { SuiteFunctions } from "./SuiteFunctions.ts"
export { type SandboxAdapter, sandboxContract } from "./sandboxContract.ts"
export { type Part, play, scripts } from "./scriptParts.ts"
export { approveDecision, storedApproval } from "./storedApproval.ts"
export * as TestPolicies from "./TestPolicies.ts"
export { toolRegistryContract } from "./toolRegistryContract.ts"
export { visibilityContract } from "./visibilityContract.ts"
export { withJumpingClock } from "./withJumpingClock.ts"
