import { WebhookQueue } from "@toolgate/core"
import { testWebhookQueue } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { Database, openStore, SqlWebhookQueue } from "../src/index.ts"
import { describeEach } from "./places.ts"

const queueAt = (place: string, now?: () => number) =>
  Layer.provideMerge(SqlWebhookQueue.layer, openStore(place, now === undefined ? {} : { now }))
const delivery = { id: "a", endpoint: "e", sealed: "sealed", keepMs: 60_000 }

describeEach("webhooks", (newPlace) => {
  testWebhookQueue({ describe, it }, (now) =>
    Layer.unwrap(Effect.map(Effect.promise(newPlace), (place) => queueAt(place, now)))
  )

  it("outlive their process, which gives back what it has taken", async () => {
    const place = await newPlace()
    const using = <A, E>(use: (queue: WebhookQueue["Service"]) => Effect.Effect<A, E>) =>
      Effect.runPromise(Effect.flatMap(WebhookQueue, use).pipe(Effect.provide(queueAt(place))))
    await using(({ add, take }) => Effect.andThen(add([delivery], 10), take("e", 1)))
    const { taken } = await using(({ take }) => take("e", 1))
    expect(taken).toMatchObject([{ id: "a", sealed: "sealed", attempt: 2 }])
  })

  it("are not taken from a process that runs, and not settled by another", async () => {
    const place = await newPlace()
    const both = Effect.gen(function* () {
      const first = yield* Layer.build(Layer.fresh(queueAt(place)))
      const second = yield* Layer.build(Layer.fresh(queueAt(place)))
      const [one, other] = [first, second].map(
        (built) => built.mapUnsafe.get(WebhookQueue.key) as WebhookQueue["Service"]
      )
      if (one === undefined || other === undefined) throw new Error("There is no queue.")
      yield* one.add([delivery], 10)
      yield* one.take("e", 1)
      yield* other.settle(delivery, { state: "released" })
      return yield* other.take("e", 1)
    })
    expect(await Effect.runPromise(Effect.scoped(both))).toEqual({ taken: [] })
  })

  it("hand out an empty message if their row was changed by hand", async () => {
    const place = await newPlace()
    const forged = Effect.gen(function* () {
      const { add, take } = yield* WebhookQueue
      yield* add([delivery], 10)
      yield* Effect.flatMap(Database, ({ write }) =>
        write((db) => sql`update toolgate_webhooks set delivery = ${"[]"}`.execute(db))
      )
      return yield* take("e", 1)
    })
    const { taken } = await Effect.runPromise(Effect.provide(forged, queueAt(place)))
    expect(taken).toMatchObject([{ id: "", sealed: "" }])
  })
})
