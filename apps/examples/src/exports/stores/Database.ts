import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database, openStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
// Counts the pins that are stored.
const count = Effect.flatMap(Database, ({ read }) =>
  read(async (db) => (await db.selectFrom("toolgate_pins").selectAll().execute()).length)
)
const store = openStore(join(folder.path, "gate.sqlite"))
assert.equal(await Effect.runPromise(Effect.provide(count, store)), 0)
