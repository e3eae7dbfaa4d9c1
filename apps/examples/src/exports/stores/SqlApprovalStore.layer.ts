import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ApprovalStore } from "@toolgate/core"
import { openStore, SqlApprovalStore } from "@toolgate/stores"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const store = SqlApprovalStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const request = makeNewApproval({ expiresAt: Date.now() + 60_000, waits: false })
await Effect.runPromise(
  Effect.provide(
    Effect.flatMap(ApprovalStore, ({ add }) => add(request)),
    store
  )
)
// A gate that opens the store later finds the request.
const get = Effect.flatMap(ApprovalStore, (one) => one.get(request.id))
assert.equal((await Effect.runPromise(Effect.provide(get, store)))?.state, "open")
