export { makeFolder } from "@toolgate/local-secrets"
export { SqliteFailed, SqliteThread } from "./sqlite/SqliteThread.ts"
export { openStoreFile, StoreFileUnfit } from "./sqlite/storeFile.ts"
export { stateFolder } from "./stateFolder.ts"
