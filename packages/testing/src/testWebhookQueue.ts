import { deepEqual, equal } from "node:assert/strict"
import { type StoreUnavailable, type WebhookDelivery, WebhookQueue } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `WebhookQueue`: an id is delivered once for an endpoint, a delivery is taken once at a time, pauses
 * are kept, and endpoints do not affect each other.
 *
 * `layer` makes a new, empty queue, which reads the time in milliseconds from `now`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { WebhookQueue } from "@toolgate/core"
 * import { MemoryWebhookQueue } from "@toolgate/stores"
 * import { testWebhookQueue } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const makeLayer = (now: () => number) => Layer.succeed(WebhookQueue, MemoryWebhookQueue.makeMemoryWebhookQueue(now))
 * testWebhookQueue({ describe, it }, makeLayer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testWebhookQueue = (
  suite: SuiteFunctions,
  layer: (now: () => number) => Layer.Layer<WebhookQueue, unknown>
): void => {
  const using =
    (use: (queue: WebhookQueue["Service"], wait: (ms: number) => void) => Effect.Effect<void, StoreUnavailable>) =>
    () => {
      let time = 1_000_000
      const wait = (ms: number) => {
        time += ms
      }
      return Effect.runPromise(
        Effect.flatMap(WebhookQueue, (queue) => use(queue, wait)).pipe(Effect.provide(layer(() => time)))
      )
    }

  suite.describe("a queue of webhooks", () => {
    suite.it(
      "hands out each delivery once, with the number of the attempt and its age",
      using(({ add, take }, wait) =>
        Effect.gen(function* () {
          equal(yield* add([make("a"), make("b"), make("a", { endpoint: "other" })], 10), 0)
          wait(5)
          const { taken } = yield* take("e", 10)
          deepEqual(byId(taken), [
            { id: "a", endpoint: "e", sealed: "sealed", attempt: 1, ageMs: 5 },
            { id: "b", endpoint: "e", sealed: "sealed", attempt: 1, ageMs: 5 }
          ])
          deepEqual(yield* take("e", 10), { taken: [] })
          deepEqual((yield* take("other", 10)).taken.length, 1)
          deepEqual(yield* take("unknown", 10), { taken: [] })
        })
      )
    )

    suite.it(
      "shares deliveries among many that take at once",
      using(({ add, take }) =>
        Effect.gen(function* () {
          const ids = Array.from({ length: 20 }, (_, at) => `d${at}`)
          yield* add(
            ids.map((id) => make(id)),
            100
          )
          const parts = yield* Effect.forEach(ids, () => take("e", 3), { concurrency: "unbounded" })
          const taken = parts.flatMap((part) => part.taken.map(({ id }) => id))
          deepEqual(taken.sort(), ids.toSorted())
        })
      )
    )

    suite.it(
      "ignores an id that the endpoint has had, until its time is over",
      using(({ add, take, settle }, wait) =>
        Effect.gen(function* () {
          equal(yield* add([make("a"), make("a")], 10), 0)
          yield* take("e", 10)
          equal(yield* add([make("a")], 10), 0)
          yield* settle(make("a"), { state: "ended" })
          equal(yield* add([make("a")], 10), 0)
          deepEqual(yield* take("e", 10), { taken: [] })
          wait(1_000)
          yield* add([make("a")], 10)
          equal((yield* take("e", 10)).taken.length, 1)
        })
      )
    )

    suite.it(
      "forgets a delivery that waits until its time is over",
      using(({ add, take, settle }, wait) =>
        Effect.gen(function* () {
          yield* add([make("a")], 10)
          yield* take("e", 10)
          yield* settle(make("a"), { state: "waiting", forMs: 5_000 })
          wait(5_000)
          deepEqual(yield* take("e", 10), { taken: [] })
        })
      )
    )

    suite.it(
      "keeps the pause between attempts, and says how long it is",
      using(({ add, take, settle }, wait) =>
        Effect.gen(function* () {
          yield* add([make("a")], 10)
          yield* take("e", 10)
          yield* settle(make("a"), { state: "waiting", forMs: 100 })
          deepEqual(yield* take("e", 10), { taken: [], nextMs: 100 })
          wait(99)
          deepEqual(yield* take("e", 10), { taken: [], nextMs: 1 })
          wait(1)
          deepEqual((yield* take("e", 10)).taken, [
            { id: "a", endpoint: "e", sealed: "sealed", attempt: 2, ageMs: 100 }
          ])
        })
      )
    )

    suite.it(
      "does not count an attempt that was released",
      using(({ add, take, settle }) =>
        Effect.gen(function* () {
          yield* add([make("a")], 10)
          yield* take("e", 10)
          yield* settle(make("a"), { state: "released" })
          equal((yield* take("e", 10)).taken[0]?.attempt, 1)
        })
      )
    )

    suite.it(
      "takes the deliveries that are due for the longest time, and says that more are due",
      using(({ add, take }, wait) =>
        Effect.gen(function* () {
          for (const id of ["c", "a", "b"]) {
            yield* add([make(id)], 10)
            wait(1)
          }
          const { taken, nextMs } = yield* take("e", 2)
          deepEqual(
            byId(taken).map(({ id }) => id),
            ["a", "c"]
          )
          equal(nextMs, 0)
        })
      )
    )

    suite.it(
      "drops what exceeds the bound of an endpoint, and counts it",
      using(({ add, take, settle }) =>
        Effect.gen(function* () {
          equal(yield* add([make("a"), make("b"), make("c"), make("x", { endpoint: "other" })], 2), 1)
          equal(yield* add([make("d")], 2), 1)
          const { taken } = yield* take("e", 10)
          equal(taken.length, 2)
          equal((yield* take("other", 10)).taken.length, 1)
          // One that is being attempted still counts.
          equal(yield* add([make("d")], 2), 1)
          yield* settle({ id: taken[0]?.id ?? "", endpoint: "e" }, { state: "ended" })
          equal(yield* add([make("d")], 2), 0)
        })
      )
    )

    suite.it(
      "discards what waits for an endpoint, and nothing else",
      using(({ add, take, discard }) =>
        Effect.gen(function* () {
          yield* add([make("a"), make("b"), make("c"), make("x", { endpoint: "other" })], 10)
          equal((yield* take("e", 1)).taken.length, 1)
          equal(yield* discard("e"), 2)
          equal(yield* discard("e"), 0)
          deepEqual(yield* take("e", 10), { taken: [] })
          equal((yield* take("other", 10)).taken.length, 1)
          equal(yield* add([make("b")], 10), 0)
          deepEqual(yield* take("e", 10), { taken: [] })
        })
      )
    )

    suite.it(
      "returns every text exactly as it was stored",
      using(({ add, take }) =>
        Effect.gen(function* () {
          for (const text of ["", "e\u0301", "a\nb\u0000", "😀\ud800", "'; --", "x".repeat(100_000)]) {
            yield* add([make(text, { endpoint: text, sealed: text })], 10)
            const { taken } = yield* take(text, 10)
            deepEqual(taken, [{ id: text, endpoint: text, sealed: text, attempt: 1, ageMs: 0 }])
          }
        })
      )
    )
  })
}

const make = (id: string, parts: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  endpoint: "e",
  sealed: "sealed",
  keepMs: 1_000,
  ...parts
})

const byId = <A extends { readonly id: string }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toSorted((one, other) => (one.id < other.id ? -1 : 1))
