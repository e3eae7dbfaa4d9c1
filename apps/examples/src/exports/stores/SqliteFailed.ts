import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openStoreFile, SqliteFailed, SqliteThread } from "@toolgate/stores/sqlite"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const thread = await SqliteThread.open(await openStoreFile(join(folder.path, "app.sqlite")))
const cause = await thread.run({ sql: "select text from notes", parameters: [] }).catch((error: unknown) => error)
await thread.close()
assert(cause instanceof SqliteFailed)
assert.match(cause.message, /no such table/)
