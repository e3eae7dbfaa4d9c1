import assert from "node:assert/strict"
import { WebhookQueue } from "@toolgate/core"
import { MemoryWebhookQueue } from "@toolgate/stores"
import * as Effect from "effect/Effect"

const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
const program = Effect.gen(function* () {
  const { add, take, settle } = yield* WebhookQueue
  yield* add([delivery], 1_000)
  const { taken } = yield* take("chat", 10)
  // The receiver did not answer.
  yield* settle(delivery, { state: "waiting", forMs: 0 })
  return [...taken, ...(yield* take("chat", 10)).taken].map(({ attempt }) => attempt)
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryWebhookQueue.layer)), [1, 2])
