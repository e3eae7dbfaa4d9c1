import { WebhookQueue } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { computeDigest } from "./computeDigest.ts"
import { Database } from "./Database.ts"
import { addWebhooks } from "./webhooks/addWebhooks.ts"
import { settleWebhook } from "./webhooks/settleWebhook.ts"
import { takeWebhooks } from "./webhooks/takeWebhooks.ts"
import { writeAgain } from "./writeAgain.ts"

/**
 * A layer for a `WebhookQueue` in a database, which several servers may share. Deliveries outlive their process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { WebhookQueue } from "@toolgate/core"
 * import { openStore, SqlWebhookQueue } from "@toolgate/stores"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const queue = SqlWebhookQueue.layer.pipe(Layer.provide(openStore(join(folder.path, "gate.sqlite"))))
 * const delivery = { id: "msg_1", endpoint: "chat", sealed: "v1.8f14", keepMs: 60_000 }
 * const add = Effect.flatMap(WebhookQueue, (store) => store.add([delivery], 1_000))
 * await Effect.runPromise(Effect.provide(add, queue))
 * // The restarted server finds the delivery again.
 * const take = Effect.flatMap(WebhookQueue, (store) => store.take("chat", 10))
 * assert.equal((await Effect.runPromise(Effect.provide(take, queue))).taken[0]?.id, "msg_1")
 * ```
 */
export const layer: Layer.Layer<WebhookQueue, never, Database> = Layer.effect(
  WebhookQueue,
  Effect.map(Database, (database) => ({
    add: (deliveries, mostWaiting) => writeAgain(database, (db) => addWebhooks(database, db, deliveries, mostWaiting)),
    take: (endpoint, limit) => {
      const key = computeDigest(endpoint)
      const waiting = database.read((db) =>
        db
          .selectFrom("toolgate_webhooks")
          .select("id")
          .where("endpoint", "=", key)
          .where("due_at", "is not", null)
          .limit(1)
          .executeTakeFirst()
      )
      // An empty queue is only read, so that idle servers do not write.
      return Effect.flatMap(waiting, (row) =>
        row === undefined
          ? Effect.succeed({ taken: [] })
          : writeAgain(database, (db) => takeWebhooks(database, db, endpoint, limit))
      )
    },
    settle: (delivery, end) => writeAgain(database, (db) => settleWebhook(database, db, delivery, end)),
    discard: (endpoint) =>
      writeAgain(database, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("toolgate_webhooks")
          .set({ due_at: null, delivery: "" })
          .where("endpoint", "=", computeDigest(endpoint))
          .where("due_at", "is not", null)
          .where("owner", "is", null)
          .executeTakeFirstOrThrow()
        return Number(numUpdatedRows)
      })
  }))
)
