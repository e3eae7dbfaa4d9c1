import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PinStore } from "@toolgate/core"
import { openStore, SqlPinStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const pins = SqlPinStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const add = (by: string) =>
  Effect.flatMap(PinStore, (store) =>
    store.add({ tool: "search", digest: "d1", definition: "{}", by, at: 0, mac: "m1" })
  )
await Effect.runPromise(Effect.provide(add("alice"), pins))
// The first pin stays in force for a gate that opens the store later.
assert.equal((await Effect.runPromise(Effect.provide(add("bob"), pins))).by, "alice")
