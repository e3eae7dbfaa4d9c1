import { type Pin, PinStore } from "@toolgate/core"
import { testPinStore } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { Database, openStore, SqlPinStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

const pinsAt = (place: string) => Layer.provideMerge(SqlPinStore.layer, openStore(place))

const pin: Pin = { tool: "search", digest: "d", definition: "{}", by: "alice", at: 1, mac: "m" }

describeEach("pins", (newPlace) => {
  testPinStore({ describe, it }, () => Layer.unwrap(Effect.map(Effect.promise(newPlace), pinsAt)))

  it("outlive their process", async () => {
    const place = await newPlace()
    const using = <A, E>(use: (store: PinStore["Service"]) => Effect.Effect<A, E>) =>
      Effect.runPromise(Effect.flatMap(PinStore, use).pipe(Effect.provide(pinsAt(place))))
    await using(({ add }) => add(pin))
    expect(await using(({ add }) => add({ ...pin, by: "bob" }))).toEqual(pin)
    await using(({ replace }) => replace({ ...pin, by: "bob" }))
    expect(await using(({ get }) => get("search"))).toEqual({ ...pin, by: "bob" })
  })

  it("are reported to a second gate that listens", async () => {
    const place = await newPlace()
    await Effect.runPromise(
      Effect.gen(function* () {
        const [one, other] = yield* Effect.all([
          Layer.build(Layer.fresh(pinsAt(place))),
          Layer.build(Layer.fresh(pinsAt(place)))
        ])
        const heard = Promise.withResolvers<void>()
        yield* Effect.provide(
          Effect.flatMap(PinStore, ({ listen }) => listen(() => heard.resolve())),
          one
        )
        yield* Effect.provide(
          Effect.flatMap(PinStore, ({ replace }) => replace(pin)),
          other
        )
        yield* Effect.promise(() => heard.promise)
        expect(
          yield* Effect.provide(
            Effect.flatMap(PinStore, ({ get }) => get("search")),
            one
          )
        ).toEqual(pin)
      }).pipe(Effect.scoped)
    )
  })

  it("that are added concurrently are added together, and existing ones are returned with them", async () => {
    const place = await newPlace()
    await Effect.runPromise(
      Effect.gen(function* () {
        const { add, listen } = yield* PinStore
        const { read } = yield* Database
        const told: Array<ReadonlyArray<string> | undefined> = []
        const numbered = (number: number): Pin => ({ ...pin, tool: `tool ${number}` })
        yield* add({ ...numbered(7), by: "bob" })
        yield* listen((tools) => void told.push(tools))
        const many = Array.from({ length: 300 }, (_, at) => numbered(at))
        const kept = yield* Effect.forEach([...many, { ...numbered(290), by: "bob" }], add, {
          concurrency: "unbounded"
        })
        expect(kept).toEqual([...many.with(7, { ...numbered(7), by: "bob" }), numbered(290)])
        const ofPins = read((db) => db.selectFrom("toolgate_topics").selectAll().where("topic", "=", "pins").execute())
        // One transaction for the first, and one for as many of the others as fit into a statement.
        expect(yield* ofPins).toEqual([{ topic: "pins", changes: 3 }])
        const named = told.filter((tools) => tools !== undefined)
        expect(named.map(({ length }) => length)).toEqual([255, 44])
        expect(new Set(named.flat())).toEqual(new Set(many.map(({ tool }) => tool).filter((tool) => tool !== "tool 7")))
      }).pipe(Effect.scoped, Effect.provide(pinsAt(place)))
    )
  })

  it("become invalid if their row is changed by hand, without affecting others", async () => {
    const logged: Array<unknown> = []
    await Effect.runPromise(
      Effect.gen(function* () {
        const { add, get, list, replace } = yield* PinStore
        const { write } = yield* Database
        const other = { ...pin, tool: "other" }
        yield* add(pin)
        for (const text of ["", "{", "\u0007", "null", "7", "[]"]) {
          const { id } = yield* write((db) =>
            db.updateTable("toolgate_pins").set({ pin: text }).returning("id").executeTakeFirstOrThrow()
          )
          const invalid = expect.objectContaining({ tool: "search", mac: "" })
          expect(yield* get("search")).toEqual(invalid)
          // A damaged pin fails no other pin of its batch.
          expect(yield* Effect.all([add(pin), add(other)], { concurrency: "unbounded" })).toEqual([invalid, other])
          expect(yield* list).toEqual([other])
          expect(yield* list).toEqual([other])
          // Logged once for any number of listings.
          expect(logged).toEqual([expect.stringContaining(`hold no pin: ${id}.`)])
          yield* replace(pin)
          expect(yield* get("search")).toEqual(pin)
          yield* write((db) => db.deleteFrom("toolgate_pins").where("id", "!=", id).execute())
          expect(yield* list).toEqual([pin])
        }
      }).pipe(
        Effect.provide([
          pinsAt(await newPlace()),
          Logger.layer([Logger.make(({ message }) => void logged.push(...[message].flat()))])
        ])
      )
    )
  })
})
