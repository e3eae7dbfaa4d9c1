import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readStoreKey } from "@toolgate/stores"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const file = join(folder.path, "gate.key")
await writeFile(file, Buffer.alloc(32, 1), { mode: 0o600 })
const key = await Effect.runPromise(readStoreKey({ key: `file:${file}` }))
assert.equal(key.id.length, 16)
// A missing key file is an error.
const { _tag } = await Effect.runPromise(Effect.flip(readStoreKey({ key: `file:${file}.old` })))
assert.equal(_tag, "StoreInvalid")
