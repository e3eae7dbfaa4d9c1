import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { Database, openStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

const using = <A, E>(place: string, use: (database: Database["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.flatMap(Database, use).pipe(Effect.provide(openStore(place))))

const add = (id: string) => (database: Database["Service"]) =>
  database.write((db) => db.insertInto("toolgate_quotas").values({ id, calls: 1 }).execute())

const ids = (database: Database["Service"]) =>
  database.read(async (db) =>
    (await db.selectFrom("toolgate_quotas").select("id").orderBy("id").execute()).map(({ id }) => id)
  )

describeEach("a database", (newPlace) => {
  it("returns stored values", async () => {
    const place = await newPlace()
    await using(place, add("a"))
    expect(await using(place, ids)).toEqual(["a"])
  })

  it("changes all or nothing", async () => {
    const place = await newPlace()
    await using(place, (database) =>
      Effect.gen(function* () {
        const failed = yield* Effect.flip(
          database.write(async (db) => {
            await db.insertInto("toolgate_quotas").values({ id: "a", calls: 1 }).execute()
            await db.insertInto("toolgate_quotas").values({ id: "a", calls: 1 }).execute()
          })
        )
        expect(failed._tag).toBe("StoreUnavailable")
        expect(yield* ids(database)).toEqual([])
        yield* add("b")(database)
        expect(yield* ids(database)).toEqual(["b"])
      })
    )
  })
})
