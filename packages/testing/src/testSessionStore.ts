import { deepEqual, equal } from "node:assert/strict"
import { SessionStore, type StoredSession, type StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `SessionStore`: ids are unique, the first of several ends counts, pages list each session once,
 * and texts come back exactly.
 *
 * `layer` makes a new, empty store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemorySessionStore } from "@toolgate/stores"
 * import { testSessionStore } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testSessionStore({ describe, it }, () => MemorySessionStore.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testSessionStore = (suite: SuiteFunctions, layer: () => Layer.Layer<SessionStore, unknown>): void => {
  const using = (use: (store: SessionStore["Service"]) => Effect.Effect<void, StoreUnavailable>) => () =>
    Effect.runPromise(Effect.flatMap(SessionStore, use).pipe(Effect.provide(layer())))

  suite.describe("a session store", () => {
    suite.it(
      "returns a session by its id, and no other",
      using(({ add, get }) =>
        Effect.gen(function* () {
          equal(yield* add(makeSession("a")), true)
          equal(yield* add(makeSession("a", { token: "other" })), false)
          deepEqual(yield* get("a"), makeSession("a"))
          for (const other of ["", "A", "a\u0000", "../a", "%", "__proto__", "x".repeat(100_000)])
            equal(yield* get(other), undefined, other)
        })
      )
    )

    suite.it(
      "ends a session once, and only a session that exists",
      using(({ add, get, end }) =>
        Effect.gen(function* () {
          yield* add(makeSession("a"))
          yield* add(makeSession("b"))
          const times = Array.from({ length: 10 }, (_, at) => 10 + at)
          const ends = yield* Effect.forEach(times, (endedAt) => end(makeSession("a", { endedAt })), {
            concurrency: "unbounded"
          })
          equal(ends.filter(Boolean).length, 1)
          deepEqual(yield* get("a"), makeSession("a", { endedAt: times[ends.indexOf(true)] ?? 0 }))
          deepEqual(yield* get("b"), makeSession("b"))
          equal(yield* add(makeSession("a")), false)
          equal(yield* end(makeSession("c", { endedAt: 5 })), false)
        })
      )
    )

    suite.it(
      "lists each session on one page, newest first, even if several were opened at once",
      using(({ add, list, end }) =>
        Effect.gen(function* () {
          deepEqual(yield* list(), [])
          const sessions = Array.from({ length: 12 }, (_, at) =>
            makeSession(`s${at}`, { token: `t${at % 2}`, openedAt: 100 + Math.floor(at / 4) })
          )
          for (const session of sessions) yield* add(session)
          yield* end(makeSession("s0", { token: "t0", openedAt: 100, endedAt: 200 }))
          for (const token of [undefined, "t0", "t1"]) {
            const listed: Array<StoredSession> = []
            for (let after: string | undefined; ; after = listed.at(-1)?.id) {
              const page = yield* list({ token, after, limit: 5 })
              listed.push(...page)
              if (page.length < 5) break
            }
            const wanted = sessions.filter((session) => token === undefined || session.token === token)
            deepEqual(listed.map(({ id }) => id).sort(), wanted.map(({ id }) => id).sort())
            const times = listed.map(({ openedAt }) => openedAt)
            deepEqual(
              times,
              times.toSorted((one, other) => other - one)
            )
          }
          equal((yield* list()).length, 12)
          deepEqual(yield* list({ token: "none" }), [])
          deepEqual(yield* list({ after: "none" }), [])
        })
      )
    )

    suite.it(
      "returns every text exactly as it was stored",
      using(({ add, get, list }) =>
        Effect.gen(function* () {
          for (const [at, text] of ["", "e\u0301", "a\nb\u0000", "😀\ud800", "'; --", "x".repeat(100_000)].entries()) {
            const options = { [text]: text, deep: [{ role: text }, null, 1.5, true] }
            const session = makeSession(`${at}`, { token: text, options, openedAt: 2 ** 42, mac: text })
            yield* add(session)
            deepEqual(yield* get(`${at}`), session)
            deepEqual(yield* list({ token: text }), [session])
          }
        })
      )
    )
  })
}

const makeSession = (id: string, parts: Partial<StoredSession> = {}): StoredSession => ({
  id,
  token: "t",
  options: { agent: "coder", workspace: "/srv/app" },
  openedAt: 1,
  mac: "code",
  ...parts
})
