import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { QuotaStore } from "@toolgate/core"
import { openStore, SqlQuotaStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const quotas = SqlQuotaStore.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const count = { window: "forever", owner: "alice", tool: "deploy", limit: 1 } as const
const take = Effect.flatMap(QuotaStore, (store) => store.take([count]))
assert.equal(await Effect.runPromise(Effect.provide(take, quotas)), undefined)
// The count is still there after a restart.
assert.deepEqual(await Effect.runPromise(Effect.provide(take, quotas)), count)
