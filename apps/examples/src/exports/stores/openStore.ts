import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database, openStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const kind = Effect.map(Database, (database) => database.kind)
assert.equal(await Effect.runPromise(Effect.provide(kind, openStore(join(folder.path, "gate.sqlite")))), "sqlite")
// The path of a folder is an error.
const { message } = await Effect.runPromise(Effect.flip(Effect.provide(kind, openStore(folder.path))))
assert(message.length > 0)
