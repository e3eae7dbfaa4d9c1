import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { describe, expect, it } from "vitest"
import { rollBack } from "../src/Database.ts"
import { Database, openStore } from "../src/index.ts"
import type { Topic } from "../src/Topics.ts"
import { newFolder } from "./places.ts"

/** Two processes with the same file, from the view of the first, which has finished its first poll. */
const processes = Effect.gen(function* () {
  const place = `${newFolder()}/store.sqlite`
  const opened = Effect.map(Layer.build(Layer.fresh(openStore(place))), (context) => Context.get(context, Database))
  const [one, other] = yield* Effect.all([opened, opened])
  const heard: Array<ReadonlyArray<string> | undefined> = []
  const looks = yield* Queue.unbounded<void>()
  yield* one.listen("pins", (about) => void heard.push(about))
  yield* one.listen("approvals", () => Queue.offerUnsafe(looks, undefined))
  yield* Queue.take(looks)
  heard.length = 0
  const change = (by: Database["Service"], topic: Topic, about?: ReadonlyArray<string>, isUndone = false) =>
    by.write(async (_, announce) => {
      await announce(topic, about)
      return isUndone ? rollBack(undefined) : undefined
    })
  /** Waits until the first process has seen everything so far. */
  const looked = Effect.andThen(change(other, "approvals"), Queue.take(looks))
  return { one, other, heard, change, looked }
})

describe("a process that listens for changes of a file", () => {
  it("hears of its own changes once, with their subjects, and of other processes' changes", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { one, other, heard, change, looked } = yield* processes
        yield* change(one, "pins", ["a"])
        yield* change(one, "pins", ["b", "c"])
        yield* looked
        expect(heard.splice(0)).toEqual([["a"], ["b", "c"]])
        yield* change(other, "pins", ["d"])
        yield* looked
        expect(heard.splice(0)).toEqual([undefined])
        yield* change(one, "pins", ["e"])
        yield* change(other, "pins", ["f"])
        yield* looked
        expect(heard.splice(0)).toEqual([["e"], undefined])
        yield* one.write(async (_, announce) => {
          await announce("pins", ["g"])
          await announce("pins", ["h"])
        })
        yield* one.write(async (_, announce) => {
          await announce("pins", ["i"])
          await announce("pins")
        })
        yield* looked
        expect(heard).toEqual([["g", "h"], undefined])
      }).pipe(Effect.scoped)
    ))

  it("does not confuse another process's change with one that it rolled back", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { one, other, heard, change, looked } = yield* processes
        yield* change(one, "pins", ["a"], true)
        yield* change(other, "pins", ["b"])
        yield* looked
        expect(heard).toEqual([undefined])
      }).pipe(Effect.scoped)
    ))
})
