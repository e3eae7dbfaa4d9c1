import assert from "node:assert/strict"
import { openStoreFile, StoreFileUnfit } from "@toolgate/stores/sqlite"

const cause = await openStoreFile("/dev/null").catch((error: unknown) => error)
assert(cause instanceof StoreFileUnfit)
assert.match(cause.message, /^it is not a regular file/)
