import { deepEqual, equal, ok } from "node:assert/strict"
import { type StoreUnavailable, type Token, TokenStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `TokenStore`: ids and digests are unique, the first of several revocations counts, texts come
 * back exactly, and listeners are notified of each change.
 *
 * `layer` makes a new, empty store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryTokenStore } from "@toolgate/stores"
 * import { testTokenStore } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testTokenStore({ describe, it }, () => MemoryTokenStore.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testTokenStore = (suite: SuiteFunctions, layer: () => Layer.Layer<TokenStore, unknown>): void => {
  const using = (use: (store: TokenStore["Service"]) => Effect.Effect<void, StoreUnavailable, Scope.Scope>) => () =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(TokenStore, use)).pipe(Effect.provide(layer())))

  suite.describe("a token store", () => {
    suite.it(
      "finds a token by its id and by its digest, and no other",
      using(({ add, get, find, list }) =>
        Effect.gen(function* () {
          deepEqual(yield* list, [])
          equal(yield* add(makeToken("a")), true)
          equal(yield* add(makeToken("b", plainest)), true)
          deepEqual(yield* get("a"), makeToken("a"))
          deepEqual(yield* get("b"), makeToken("b", plainest))
          deepEqual(yield* find("digest of b"), makeToken("b", plainest))
          for (const other of ["", "A", "digest of a", "a\u0000", "%", "__proto__", "x".repeat(100_000)])
            equal(yield* get(other), undefined, other)
          for (const other of ["", "a", "DIGEST OF A", "digest of a\u0000", "digest of %"])
            equal(yield* find(other), undefined, other)
          deepEqual(yield* list, [makeToken("a"), makeToken("b", plainest)])
        })
      )
    )

    suite.it(
      "adds no token whose id or digest is taken",
      using(({ add, list }) =>
        Effect.gen(function* () {
          yield* add(makeToken("a"))
          equal(yield* add(makeToken("a", { sha256: "another" })), false)
          equal(yield* add(makeToken("b", { sha256: "digest of a" })), false)
          deepEqual(yield* list, [makeToken("a")])
        })
      )
    )

    suite.it(
      "accepts one of many tokens with one id that are added concurrently",
      using(({ add, list }) =>
        Effect.gen(function* () {
          const tokens = Array.from({ length: 20 }, (_, at) => makeToken("a", { sha256: `digest ${at}` }))
          const added = yield* Effect.forEach(tokens, add, { concurrency: "unbounded" })
          deepEqual(
            yield* list,
            tokens.filter((_, at) => added[at])
          )
          equal(added.filter(Boolean).length, 1)
        })
      )
    )

    suite.it(
      "revokes a token once, and only a token that exists",
      using(({ add, get, find, list, revoke }) =>
        Effect.gen(function* () {
          yield* add(makeToken("a"))
          yield* add(makeToken("b"))
          const revoked = (by: string) => makeToken("a", { revokedAt: 5, revokedBy: by, mac: by })
          const people = Array.from({ length: 10 }, (_, at) => `person ${at}`)
          const first = yield* Effect.forEach(people, (by) => revoke(revoked(by)), { concurrency: "unbounded" })
          equal(first.filter(Boolean).length, 1)
          const winner = revoked(people[first.indexOf(true)] ?? "")
          deepEqual(yield* get("a"), winner)
          deepEqual(yield* find("digest of a"), winner)
          equal(yield* add(makeToken("a")), false)
          equal(yield* revoke(makeToken("c", { revokedAt: 5 })), false)
          deepEqual(yield* list, [winner, makeToken("b")])
        })
      )
    )

    suite.it(
      "returns every text exactly as it was stored",
      using(({ add, get }) =>
        Effect.gen(function* () {
          for (const [at, text] of texts.entries()) {
            const token = makeToken(`${at}`, {
              ...{ name: text, agent: text, role: text, onBehalfOf: text, createdBy: text, mac: text },
              ...{ attributes: { [text]: text }, workspaces: [text, text], createdAt: 2 ** 42 }
            })
            yield* add(token)
            deepEqual(yield* get(`${at}`), token)
          }
        })
      )
    )

    suite.it(
      "notifies every listener of a change after it happened, until the listener's scope closes",
      using(({ add, get, revoke, listen }) =>
        Effect.gen(function* () {
          const heard = yield* startListening(listen)
          const scope = yield* Scope.make()
          const ended = yield* Scope.provide(startListening(listen), scope)
          yield* add(makeToken("a"))
          yield* heard.next
          yield* ended.next
          ok((yield* get("a")) !== undefined)
          yield* Scope.close(scope, Exit.void)
          const before = ended.calls()
          yield* revoke(makeToken("a", { revokedAt: 5 }))
          yield* heard.next
          equal(ended.calls(), before)
        })
      )
    )
  })
}

/** Starts listening. `next` waits for the next unseen change. */
const startListening = (listen: TokenStore["Service"]["listen"]) =>
  Effect.gen(function* () {
    let calls = 0
    let waitedFor = 0
    let woken = () => {}
    yield* listen(() => {
      calls++
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
    return { next, calls: () => calls }
  })

const makeToken = (id: string, parts: Partial<Token> = {}): Token => ({
  id,
  name: `name of ${id}`,
  sha256: `digest of ${id}`,
  agent: "coder",
  role: "writer",
  task: "release",
  onBehalfOf: "ada",
  attributes: { team: "blue" },
  workspaces: ["/srv/app"],
  rights: ["call", "read"],
  createdAt: 1,
  createdBy: "ada",
  expiresAt: 2,
  mac: "code",
  ...parts
})

/** A token without attributes, folders and rights. */
const plainest: Partial<Token> = { attributes: {}, workspaces: [], rights: [] }

const texts = ["", " a ", "é", "e\u0301", "\u200b\u202e", "a\nb\r\n\u0000", "😀\ud800", "'; --", "x".repeat(100_000)]
