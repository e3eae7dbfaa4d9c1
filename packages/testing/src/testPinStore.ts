import { deepEqual, equal, ok } from "node:assert/strict"
import { type Pin, PinStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `PinStore`: each tool has one pin, the first of several that are added at once; texts come back
 * exactly; and listeners are notified of each change.
 *
 * `layer` makes a new, empty store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryPinStore } from "@toolgate/registry"
 * import { testPinStore } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testPinStore({ describe, it }, () => MemoryPinStore.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testPinStore = (suite: SuiteFunctions, layer: () => Layer.Layer<PinStore, unknown>): void => {
  const using = (use: (store: PinStore["Service"]) => Effect.Effect<void, unknown, Scope.Scope>) => () =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(PinStore, use)).pipe(Effect.provide(layer())))

  suite.describe("a pin store", () => {
    suite.it(
      "returns added and replaced pins, and nothing for other tools",
      using(({ get, add, replace }) =>
        Effect.gen(function* () {
          equal(yield* get("a"), undefined)
          deepEqual(yield* add(makePin("a")), makePin("a"))
          deepEqual(yield* get("a"), makePin("a"))
          yield* replace(makePin("a", { digest: "another", by: "bob", at: 2, mac: "m" }))
          deepEqual(yield* get("a"), makePin("a", { digest: "another", by: "bob", at: 2, mac: "m" }))
          yield* replace(makePin("a", { by: "bob", at: 3, revoked: true }))
          deepEqual(yield* get("a"), makePin("a", { by: "bob", at: 3, revoked: true }))
          yield* replace(makePin("b"))
          deepEqual(yield* get("b"), makePin("b"))
          deepEqual((yield* get("a"))?.by, "bob")
          equal(yield* get("c"), undefined)
        })
      )
    )

    suite.it(
      "adds nothing if there is a pin, and returns that pin",
      using(({ get, add }) =>
        Effect.gen(function* () {
          yield* add(makePin("a"))
          deepEqual(yield* add(makePin("a", { digest: "another", by: "bob" })), makePin("a"))
          deepEqual(yield* get("a"), makePin("a"))
        })
      )
    )

    suite.it(
      "accepts one of many pins that are added concurrently, and returns it to all",
      using(({ get, add }) =>
        Effect.gen(function* () {
          const pins = Array.from({ length: 50 }, (_, at) => makePin("a", { at, digest: `digest ${at}` }))
          const kept = yield* Effect.forEach(pins, add, { concurrency: "unbounded" })
          const winner = yield* get("a")
          ok(pins.some(({ digest }) => digest === winner?.digest))
          for (const one of kept) deepEqual(one, winner)
        })
      )
    )

    suite.it(
      "distinguishes tools with any names",
      using(({ get, add }) =>
        Effect.gen(function* () {
          for (const name of names) {
            equal(yield* get(name), undefined, JSON.stringify(name))
            yield* add(makePin(name))
          }
          for (const name of names) deepEqual(yield* get(name), makePin(name))
        })
      )
    )

    suite.it(
      "separates tools with one name by their owners and implementations, and lists all pins",
      using(({ get, add, replace, list }) =>
        Effect.gen(function* () {
          deepEqual(yield* list, [])
          const pins = [
            ...[makePin("a"), makePin("a", { owner: "one" }), makePin("a", { owner: "ONE" }), makePin("b")],
            ...[makePin("a", { implementation: "i" }), makePin("a", { owner: "one", implementation: "i" })]
          ]
          for (const pin of pins) deepEqual(yield* add(pin), pin)
          for (const pin of pins) deepEqual(yield* get(pin.tool, pin.owner, pin.implementation), pin)
          equal(yield* get("b", undefined, "i"), undefined)
          equal(yield* get("b", "one"), undefined)
          equal(yield* get('["a","one"]'), undefined)
          yield* replace(makePin("a", { owner: "one", by: "bob" }))
          deepEqual((yield* list).map(({ tool, owner = "", by }) => `${tool} ${owner} ${by}`).sort(), [
            "a  alice",
            "a  alice",
            "a ONE alice",
            "a one alice",
            "a one bob",
            "b  alice"
          ])
        })
      )
    )

    suite.it(
      "returns every text exactly as it was stored",
      using(({ get, replace }) =>
        Effect.gen(function* () {
          for (const text of [
            "",
            " a ",
            "é",
            "e\u0301",
            "\u200b\u202e",
            "a\nb\r\n",
            "😀",
            "'; --",
            "x".repeat(300_000)
          ]) {
            const pin = makePin("a", {
              definition: JSON.stringify(text),
              by: text,
              digest: text,
              mac: text,
              at: 2 ** 42
            })
            yield* replace(pin)
            deepEqual(yield* get("a"), pin)
          }
        })
      )
    )

    suite.it(
      "notifies every listener of a change after it happened, until the listener's scope closes",
      using(({ get, add, replace, listen }) =>
        Effect.gen(function* () {
          const heard = yield* listening(listen)
          const scope = yield* Scope.make()
          const ended = yield* Scope.provide(listening(listen), scope)
          yield* add(makePin("a"))
          yield* heard.next
          ok(heard.mayBeAbout("a"))
          yield* ended.next
          deepEqual(yield* get("a"), makePin("a"))
          yield* Scope.close(scope, Exit.void)
          const before = ended.calls()
          yield* replace(makePin("a", { by: "bob" }))
          yield* heard.next
          equal(ended.calls(), before)
        })
      )
    )
  })
}

/** Starts listening. `next` waits for the next unseen change. */
const listening = (listen: PinStore["Service"]["listen"]) =>
  Effect.gen(function* () {
    let calls = 0
    let waitedFor = 0
    let woken = () => {}
    let about: ReadonlyArray<string> | undefined
    yield* listen((tools) => {
      calls++
      about = tools
      woken()
    })
    const next = Effect.callback<void>((resume) => {
      woken = () => {
        if (calls === waitedFor) return
        waitedFor = calls
        woken = () => {}
        resume(Effect.void)
      }
      woken()
    })
    return { next, calls: () => calls, mayBeAbout: (tool: string) => about?.includes(tool) ?? true }
  })

const makePin = (tool: string, parts: Partial<Pin> = {}): Pin => ({
  tool,
  digest: "0".repeat(64),
  definition: JSON.stringify({ name: tool }),
  by: "alice",
  at: 1,
  mac: "code",
  ...parts
})

/** Names that a store would confuse if it folded letters or used a plain object. */
const names = ["a", "A", "a.b", "a_b", "a-b", "ab", "_", "__proto__", "constructor", "toString", "x".repeat(128)]
