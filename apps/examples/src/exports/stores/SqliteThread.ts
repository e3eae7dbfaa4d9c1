import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openStoreFile, SqliteThread } from "@toolgate/stores/sqlite"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const thread = await SqliteThread.open(await openStoreFile(join(folder.path, "app.sqlite")))
await thread.run({ sql: "create table notes (text)", parameters: [] })
await thread.run({ sql: "insert into notes values (?)", parameters: ["milk"] })
const { rows } = await thread.run({ sql: "select text from notes", parameters: [] })
await thread.close()
assert.equal(JSON.stringify(rows), '[{"text":"milk"}]')
