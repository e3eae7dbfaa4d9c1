import assert from "node:assert/strict"
import { WebhookQueue } from "@toolgate/core"
import { MemoryWebhookQueue } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
const add = Effect.flatMap(WebhookQueue, (queue) => queue.add([delivery, { ...delivery, id: "msg_2" }], 1))
// One of them exceeds the bound.
assert.equal(await Effect.runPromise(Effect.provide(add, MemoryWebhookQueue.layer)), 1)
