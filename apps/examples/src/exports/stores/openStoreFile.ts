import assert from "node:assert/strict"
import { chmod, mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openStoreFile, StoreFileUnfit } from "@toolgate/stores/sqlite"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const path = join(folder.path, "app.sqlite")
assert.equal((await openStoreFile(path)).path, path)
// Let other users read the file.
await chmod(path, 0o644)
await assert.rejects(openStoreFile(path), StoreFileUnfit)
