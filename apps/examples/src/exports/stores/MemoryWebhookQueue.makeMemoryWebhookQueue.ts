import assert from "node:assert/strict"
import { MemoryWebhookQueue } from "@toolgate/stores"
import * as Effect from "effect/Effect"

let time = 0
const queue = MemoryWebhookQueue.makeMemoryWebhookQueue(() => time)
await Effect.runPromise(queue.add([{ id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }], 1_000))
time = 5
const { taken } = await Effect.runPromise(queue.take("chat", 10))
assert.deepEqual(taken, [{ id: "msg_1", endpoint: "chat", sealed: "v1.8f14", attempt: 1, ageMs: 5 }])
