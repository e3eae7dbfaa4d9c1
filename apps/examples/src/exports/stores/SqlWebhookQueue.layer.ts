import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WebhookQueue } from "@toolgate/core"
import { openStore, SqlWebhookQueue } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
const queue = SqlWebhookQueue.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
const add = Effect.flatMap(WebhookQueue, (store) => store.add([delivery], 1_000))
await Effect.runPromise(Effect.provide(add, queue))
// The restarted server finds the delivery again.
const take = Effect.flatMap(WebhookQueue, (store) => store.take("chat", 10))
assert.equal((await Effect.runPromise(Effect.provide(take, queue))).taken[0]?.id, "msg_1")
