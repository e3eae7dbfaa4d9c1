export { Database, type StoreOptions } from "./Database.ts"
export { openStore } from "./openStore.ts"
export * as SqlQuotaStore from "./SqlQuotaStore.ts"
export { StoreInvalid } from "./StoreInvalid.ts"
