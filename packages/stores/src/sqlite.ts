export { makeFolder } from "@toolgate/local-secrets"
export { getStateFolder } from "./getStateFolder.ts"
export { SqliteFailed, SqliteThread } from "./sqlite/SqliteThread.ts"
export { openStoreFile, StoreFileUnfit } from "./sqlite/storeFile.ts"
