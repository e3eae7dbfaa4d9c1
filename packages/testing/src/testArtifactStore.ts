import { deepEqual, equal, ok } from "node:assert/strict"
import { createHash } from "node:crypto"
import {
  type ArtifactLimits,
  type ArtifactOwner,
  ArtifactStore,
  type ArtifactsFull,
  type StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** The options of a store under test. */
export interface ArtifactStoreOptions extends Partial<ArtifactLimits> {
  /** The clock of the store, in milliseconds. */
  readonly now: () => number
}

/**
 * The contract suite of `ArtifactStore`: owners see only their own artifacts, equal bytes count once, concurrent puts
 * never exceed a limit, ranges end with the bytes, and expired artifacts stay away even if the clock goes back.
 *
 * `layer` makes a new, empty store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryArtifactStore } from "@toolgate/artifacts"
 * import { testArtifactStore } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testArtifactStore({ describe, it }, (options) => MemoryArtifactStore.layer(options))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testArtifactStore = (
  suite: SuiteFunctions,
  layer: (options: ArtifactStoreOptions) => Layer.Layer<ArtifactStore, unknown>
): void => {
  const using =
    (
      use: (
        store: ArtifactStore["Service"],
        clock: { now: number }
      ) => Effect.Effect<void, StoreUnavailable | ArtifactsFull>,
      limits: Partial<ArtifactLimits> = {}
    ) =>
    () => {
      const clock = { now: 1_000_000 }
      return Effect.runPromise(
        Effect.flatMap(ArtifactStore, (store) => use(store, clock)).pipe(
          Effect.provide(layer({ ...limits, now: () => clock.now }))
        )
      )
    }

  suite.describe("an artifact store", () => {
    suite.it(
      "returns stored bytes by their digest",
      using(({ put, get, read, list }) =>
        Effect.gen(function* () {
          const stored = yield* put(text("milk"), { mediaType: "text/plain", name: "todo", owner: alice, ttlMs: 5_000 })
          deepEqual(stored, {
            ref: refOf(text("milk")),
            size: 4,
            mediaType: "text/plain",
            name: "todo",
            createdAt: 1_000_000,
            expiresAt: 1_005_000
          })
          deepEqual(yield* get(stored.ref, alice), stored)
          deepEqual(yield* read(stored.ref, { start: 0, length: 4 }, alice), text("milk"))
          deepEqual(yield* list(alice), [{ ...stored, owner: alice }])
          const nothing = yield* put(text(""), { mediaType: "text/plain", owner: alice })
          equal(nothing.size, 0)
          equal(nothing.name, undefined)
          deepEqual(yield* read(nothing.ref, { start: 0, length: 10 }, alice), text(""))
        })
      )
    )

    suite.it(
      "stores bytes and texts unchanged",
      using(({ put, get, read, list }) =>
        Effect.gen(function* () {
          const bytes = Uint8Array.from({ length: 700_001 }, (_, at) => (at * 7 + (at >> 8)) & 0xff)
          const given = bytes.slice()
          const { ref } = yield* put(given, { mediaType: "a\u0000/\u001b[31m", name: 'é\ud800"\n', owner: odd })
          given.fill(0)
          deepEqual(yield* read(ref, { start: 0, length: bytes.length }, odd), bytes)
          const found = yield* get(ref, odd)
          equal(found?.mediaType, "a\u0000/\u001b[31m")
          equal(found?.name, 'é\ud800"\n')
          deepEqual((yield* list(odd))[0]?.owner, odd)
          const part = (yield* read(ref, { start: 0, length: 3 }, odd)) ?? text("")
          part.fill(9)
          deepEqual(yield* read(ref, { start: 0, length: 3 }, odd), bytes.slice(0, 3))
        })
      )
    )

    suite.it(
      "never reads beyond the bytes, with any numbers in a range",
      using(({ put, read }) =>
        Effect.gen(function* () {
          const bytes = Uint8Array.from({ length: 600_000 }, (_, at) => (at >> 7) & 0xff)
          const { ref } = yield* put(bytes, { mediaType: "x/y", owner: alice })
          const starts = [
            0,
            1,
            262_143,
            262_144,
            262_145,
            524_288,
            599_999,
            600_000,
            600_001,
            -5,
            2 ** 60,
            Number.NaN,
            1.5
          ]
          for (const start of starts)
            for (const length of [0, 1, 262_144, 300_000, 2 ** 60, -1, Number.NaN]) {
              const from = Math.max(0, Math.trunc(start) || 0)
              const expected = bytes.slice(from, from + Math.max(0, length || 0))
              deepEqual(yield* read(ref, { start, length }, alice), expected, `${start} ${length}`)
            }
        })
      )
    )

    suite.it(
      "shows an artifact to its owner only",
      using(({ put, get, read, list, remove }) =>
        Effect.gen(function* () {
          const { ref } = yield* put(text("secret"), { mediaType: "text/plain", owner: alice })
          for (const other of [
            bob,
            { ...alice, session: "t" },
            { ...alice, session: "" },
            { session: "s p", principal: "" }
          ]) {
            equal(yield* get(ref, other), undefined)
            equal(yield* read(ref, { start: 0, length: 1 }, other), undefined)
            equal(yield* remove(ref, other), false)
            deepEqual(yield* list(other), [])
          }
          deepEqual((yield* get(ref, alice))?.size, 6)
        })
      )
    )

    suite.it(
      "accepts a reference in one form only",
      using(({ put, get, read, remove }) =>
        Effect.gen(function* () {
          const { ref } = yield* put(text("a"), { mediaType: "text/plain", owner: alice })
          const forms = [
            ref.toUpperCase(),
            `${ref}0`,
            ref.slice(0, -1),
            `../${ref}`,
            `${ref}/..`,
            `${ref}\u0000`,
            "",
            "../../etc/passwd",
            ` ${ref}`
          ]
          for (const form of forms) {
            equal(yield* get(form, alice), undefined, form)
            equal(yield* read(form, { start: 0, length: 1 }, alice), undefined, form)
            equal(yield* remove(form, alice), false, form)
            equal(yield* remove(form), false, form)
          }
        })
      )
    )

    suite.it(
      "separates the artifacts of two owners with equal bytes, until the last is removed",
      using(({ put, get, read, list, remove }) =>
        Effect.gen(function* () {
          const first = yield* put(text("same"), { mediaType: "text/plain", name: "a", owner: alice })
          const second = yield* put(text("same"), { mediaType: "text/html", name: "b", owner: bob })
          equal(first.ref, second.ref)
          equal((yield* get(first.ref, alice))?.name, "a")
          equal((yield* get(first.ref, bob))?.name, "b")
          equal((yield* list()).length, 2)
          ok(yield* remove(first.ref, alice))
          equal(yield* remove(first.ref, alice), false)
          equal(yield* get(first.ref, alice), undefined)
          deepEqual(yield* read(first.ref, { start: 0, length: 9 }, bob), text("same"))
          yield* put(text("same"), { mediaType: "text/plain", owner: alice })
          ok(yield* remove(first.ref))
          deepEqual(yield* list(), [])
          equal(yield* remove(first.ref), false)
          yield* put(text("same"), { mediaType: "text/plain", owner: alice })
          deepEqual(yield* read(first.ref, { start: 1, length: 2 }, alice), text("am"))
        })
      )
    )

    suite.it(
      "keeps the newest name and media type of repeated bytes, and the longer life",
      using(({ put, get, list }, clock) =>
        Effect.gen(function* () {
          const { ref } = yield* put(text("a"), { mediaType: "text/plain", name: "old", owner: alice, ttlMs: 10_000 })
          clock.now += 1_000
          const again = yield* put(text("a"), { mediaType: "text/html", name: "new", owner: alice, ttlMs: 100 })
          deepEqual(again, {
            ref,
            size: 1,
            mediaType: "text/html",
            name: "new",
            createdAt: 1_000_000,
            expiresAt: 1_010_000
          })
          deepEqual(yield* list(), [{ ...again, owner: alice }])
          yield* put(text("a"), { mediaType: "text/html", owner: alice, ttlMs: 50_000 })
          clock.now += 49_000
          equal((yield* get(ref, alice))?.expiresAt, 1_051_000)
        })
      )
    )

    suite.it(
      "keeps an artifact without an end of life forever",
      using(({ put, get, list }, clock) =>
        Effect.gen(function* () {
          for (const ttlMs of [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER]) {
            const kept = yield* put(text(`${ttlMs}`), { mediaType: "text/plain", owner: alice, ttlMs })
            equal(new Date(kept.expiresAt).getUTCFullYear(), 275_760)
            clock.now += 1_000_000_000
            deepEqual(yield* get(kept.ref, alice), kept)
          }
          equal((yield* list()).length, 2)
        })
      )
    )

    suite.it(
      "forgets expired artifacts for good, even if the clock goes back",
      using(
        ({ put, get, read, list, remove }, clock) =>
          Effect.gen(function* () {
            const short = yield* put(text("short"), { mediaType: "text/plain", owner: alice, ttlMs: 1_000 })
            const usual = yield* put(text("usual"), { mediaType: "text/plain", owner: alice })
            equal(usual.expiresAt - usual.createdAt, 3_000)
            clock.now += 999
            equal((yield* get(short.ref, alice))?.size, 5)
            clock.now += 1
            for (const _ of [1, 2]) {
              equal(yield* get(short.ref, alice), undefined)
              equal(yield* read(short.ref, { start: 0, length: 1 }, alice), undefined)
              equal(yield* remove(short.ref, alice), false)
              deepEqual(
                (yield* list()).map(({ ref }) => ref),
                [usual.ref]
              )
              clock.now -= 500
            }
            clock.now += 3_000
            deepEqual(yield* list(alice), [])
            const again = yield* put(text("usual"), { mediaType: "text/plain", owner: alice })
            // The store's time may be ahead of a clock that went back.
            equal(again.createdAt >= clock.now, true)
          }),
        { ttlMs: 3_000 }
      )
    )

    suite.it(
      "refuses artifacts over an owner's limit to the byte, and frees expired and removed ones",
      using(
        ({ put, get, remove }, clock) =>
          Effect.gen(function* () {
            const add = (bytes: string, owner = alice, ttlMs = 60_000) =>
              Effect.match(put(text(bytes), { mediaType: "text/plain", owner, ttlMs }), {
                onSuccess: ({ ref }) => ref,
                onFailure: ({ _tag }) => _tag
              })
            const first = yield* add("12345")
            equal(yield* add("6789ab"), "ArtifactsFull")
            equal(yield* get(refOf(text("6789ab")), alice), undefined)
            yield* add("6789a")
            equal(yield* add("12345"), first)
            equal(yield* add("x"), "ArtifactsFull")
            equal(yield* add("0123456789"), "ArtifactsFull")
            ok((yield* add("0123456789", bob)).startsWith("artifact:"))
            yield* remove(first, alice)
            equal(yield* add("54321", alice, 1_000), refOf(text("54321")))
            equal(yield* add("y"), "ArtifactsFull")
            clock.now += 1_000
            equal(yield* add("y"), refOf(text("y")))
          }),
        { ownerBytes: 10 }
      )
    )

    suite.it(
      "refuses artifacts over the store's limit, and counts equal bytes once",
      using(
        ({ put, remove }) =>
          Effect.gen(function* () {
            const add = (bytes: string, owner: ArtifactOwner) =>
              Effect.match(put(text(bytes), { mediaType: "text/plain", owner }), {
                onSuccess: ({ ref }) => ref,
                onFailure: ({ _tag }) => _tag
              })
            const first = yield* add("1234567", alice)
            equal(yield* add("1234567", bob), first)
            equal(yield* add("abcd", bob), "ArtifactsFull")
            ok((yield* add("abc", bob)).startsWith("artifact:"))
            yield* remove(first, alice)
            equal(yield* add("x", alice), "ArtifactsFull")
            yield* remove(first, bob)
            ok((yield* add("x", alice)).startsWith("artifact:"))
          }),
        { totalBytes: 10 }
      )
    )

    suite.it(
      "never exceeds a bound, with any number of concurrent writes",
      using(
        ({ put, list }) =>
          Effect.gen(function* () {
            const results = yield* Effect.forEach(
              Array.from({ length: 20 }, (_, at) => text(`${at}`.padEnd(100, "."))),
              (bytes) => Effect.result(put(bytes, { mediaType: "text/plain", owner: alice })),
              { concurrency: "unbounded" }
            )
            const kept = yield* list()
            deepEqual(
              kept.map(({ ref }) => ref).toSorted(),
              results.flatMap((result) => (result._tag === "Success" ? [result.success.ref] : [])).toSorted()
            )
            equal(kept.length, 5)
          }),
        { ownerBytes: 550 }
      )
    )

    suite.it(
      "accepts equal bytes many times concurrently, even while they are removed",
      using(({ put, get, read, remove }) =>
        Effect.gen(function* () {
          const bytes = text("same".repeat(1_000))
          const about = { mediaType: "text/plain", owner: alice }
          const all = yield* Effect.all(
            Array.from({ length: 30 }, (_, at) => (at % 3 === 2 ? remove(refOf(bytes), alice) : put(bytes, about))),
            { concurrency: "unbounded" }
          )
          equal(all.length, 30)
          const found = yield* get(refOf(bytes), alice)
          if (found !== undefined) deepEqual(yield* read(found.ref, { start: 0, length: 5_000 }, alice), bytes)
          yield* put(bytes, about)
          deepEqual(yield* read(refOf(bytes), { start: 3_996, length: 10 }, alice), text("same"))
        })
      )
    )

    suite.it(
      "gives a reader all bytes or none, while others put and remove them",
      using(({ put, read, remove }) =>
        Effect.gen(function* () {
          const size = 600_000
          const contents = [1, 2].map((fill) => new Uint8Array(size).fill(fill))
          const rounds = <A, E>(each: (bytes: Uint8Array) => Effect.Effect<A, E>) =>
            Effect.forEach(
              Array.from({ length: 30 }, (_, at) => contents[at % 2] as Uint8Array),
              each,
              { discard: true }
            )
          const page = (bytes: Uint8Array, start: number) =>
            Effect.map(read(refOf(bytes), { start, length: 200_000 }, alice), (part) => {
              if (part !== undefined) deepEqual(part, bytes.subarray(start, start + 200_000))
            })
          const reading = rounds((bytes) => Effect.forEach([0, 200_000, 400_000], (start) => page(bytes, start)))
          const putting = rounds((bytes) => put(bytes, { mediaType: "x/y", owner: alice }))
          const removing = rounds((bytes) => remove(refOf(bytes), alice))
          yield* Effect.all([reading, putting, removing, reading, removing], { concurrency: "unbounded" })
        })
      )
    )
  })
}

const text = (of: string) => new TextEncoder().encode(of)

const refOf = (bytes: Uint8Array) => `artifact:sha256-${createHash("sha256").update(bytes).digest("hex")}`

const alice = { session: "s", principal: "p" }
const bob = { session: "s", principal: "q" }
const odd = { session: "\u0000\ud800 é", principal: "../x" }
