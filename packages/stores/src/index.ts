export { Database, openStore, type StoreOptions } from "./Database.ts"
export * as SqlApprovalStore from "./SqlApprovalStore.ts"
export * as SqlArtifactStore from "./SqlArtifactStore.ts"
export * as SqlAuditLog from "./SqlAuditLog.ts"
export * as SqlCallClaims from "./SqlCallClaims.ts"
export * as SqlChainRuns from "./SqlChainRuns.ts"
export * as SqlPinStore from "./SqlPinStore.ts"
export * as SqlQuotaStore from "./SqlQuotaStore.ts"
export * as SqlSessionStore from "./SqlSessionStore.ts"
export * as SqlTokenStore from "./SqlTokenStore.ts"
export * as SqlWebhookQueue from "./SqlWebhookQueue.ts"
export { StoreInvalid } from "./StoreInvalid.ts"
export { filesOfStore, getUserStore, readStoreKey, type StoreReference } from "./storeFiles.ts"
export {
  type CheckedToken,
  checkToken,
  explainTokenState,
  getTokenState,
  type TokenState
} from "./tokens/checkToken.ts"
export * as MemorySessionStore from "./tokens/MemorySessionStore.ts"
export * as MemoryTokenStore from "./tokens/MemoryTokenStore.ts"
export { endStoredSession, isSessionValid, makeStoredSession } from "./tokens/storedSessions.ts"
export { makeToken, type NewToken, revokeToken } from "./tokens/tokens.ts"
export * as MemoryWebhookQueue from "./webhooks/MemoryWebhookQueue.ts"
