import { deepEqual } from "node:assert/strict"
import { type QuotaCount, QuotaStore, type Refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `QuotaStore`: a call is counted in all of its counts or in none, concurrent calls never exceed
 * a limit, counts with different names are separate, and a clock that goes back frees no count.
 *
 * `layer` makes a new, empty store. `now` is the store's clock in milliseconds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { QuotaStore } from "@toolgate/core"
 * import { MemoryQuotaStore } from "@toolgate/policy"
 * import { testQuotaStore } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testQuotaStore({ describe, it }, (now) => Layer.sync(QuotaStore, () => MemoryQuotaStore.make(now)))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testQuotaStore = (
  suite: SuiteFunctions,
  layer: (now: () => number) => Layer.Layer<QuotaStore, unknown>
): void => {
  const using = (use: (store: Store, clock: { now: number }) => Effect.Effect<void, Refused>) => () => {
    const clock = { now: 1_000_000 }
    return Effect.runPromise(
      Effect.flatMap(QuotaStore, ({ take, look, sessionEnded }) =>
        use(
          {
            take: (...counts) => Effect.suspend(() => take(counts)),
            look: (...counts) => Effect.suspend(() => look(counts)),
            sessionEnded
          },
          clock
        )
      ).pipe(Effect.provide(layer(() => clock.now)))
    )
  }

  suite.describe("a quota store", () => {
    suite.it(
      "counts calls until a count is full, and names that count",
      using(({ take }) =>
        Effect.gen(function* () {
          const count = countOf({ limit: 2 })
          deepEqual(yield* taken(take, [count], [count], [count], [count]), [undefined, undefined, count, count])
          deepEqual(yield* taken(take, [], [countOf({ owner: "other", limit: 0 })]), [
            undefined,
            countOf({ owner: "other", limit: 0 })
          ])
        })
      )
    )

    suite.it(
      "counts a call in all of its counts, or in none if one is full",
      using(({ take }) =>
        Effect.gen(function* () {
          const [wide, narrow] = [countOf({ owner: "wide", limit: 3 }), countOf({ owner: "narrow", limit: 1 })]
          deepEqual(
            yield* taken(take, [wide, narrow], [wide, narrow], [narrow, wide], [wide], [wide], [wide, narrow]),
            [undefined, narrow, narrow, undefined, undefined, wide]
          )
        })
      )
    )

    suite.it(
      "reads without counting",
      using(({ take, look }) =>
        Effect.gen(function* () {
          const count = countOf({ limit: 1 })
          deepEqual(yield* taken(look, [count], [count], []), [undefined, undefined, undefined])
          deepEqual(yield* taken(take, [count]), [undefined])
          deepEqual(yield* taken(look, [countOf({ owner: "free", limit: 1 }), count]), [count])
          deepEqual(yield* taken(take, [{ ...count, limit: 2 }]), [undefined])
        })
      )
    )

    suite.it(
      "never counts more than a limit allows, with any number of concurrent calls",
      using(({ take, look }) =>
        Effect.gen(function* () {
          const [one, other] = [countOf({ owner: "one", limit: 10 }), countOf({ owner: "other", limit: 1000 })]
          const answers = yield* Effect.forEach(
            Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? [one, other] : [other, one])),
            (counts) => take(...counts),
            { concurrency: "unbounded" }
          )
          deepEqual(answers.filter((full) => full === undefined).length, 10)
          const counted = { ...other, limit: 10 }
          deepEqual(yield* taken(look, [{ ...other, limit: 11 }], [counted]), [undefined, counted])
        })
      )
    )

    suite.it(
      "distinguishes counts with any names",
      using(({ take }) =>
        Effect.gen(function* () {
          const counts = windows.flatMap((window) =>
            alike.map(([owner, tool]) => countOf({ window, owner, tool, limit: 1 }))
          )
          for (const count of counts) deepEqual(yield* take(count), undefined, nameOf(count))
          for (const count of counts) deepEqual(yield* take(count), count, nameOf(count))
        })
      )
    )

    suite.it(
      "counts per minute over any sixty seconds",
      using(({ take }, clock) =>
        Effect.gen(function* () {
          const count = countOf({ window: "minute", limit: 2 })
          const start = clock.now
          for (const [after, full] of [
            [0, undefined],
            [59_000, undefined],
            [59_999, count],
            [60_000, undefined],
            [60_001, count],
            [118_999, count],
            [119_000, undefined]
          ] as const) {
            clock.now = start + after
            deepEqual(yield* take(count), full, `after ${after} ms`)
          }
        })
      )
    )

    suite.it(
      "frees nothing early when its clock goes back",
      using(({ take, look }, clock) =>
        Effect.gen(function* () {
          const [before, after] = [
            countOf({ window: "minute", owner: "before" }),
            countOf({ window: "minute", owner: "after" })
          ]
          const start = clock.now
          deepEqual(yield* take(before), undefined)
          clock.now = start - 50_000
          deepEqual(yield* taken(take, [before], [after], [after]), [before, undefined, after])
          clock.now = start + 59_999
          deepEqual(yield* taken(look, [before], [after]), [before, after])
          clock.now = start + 60_000
          deepEqual(yield* taken(look, [before], [after]), [undefined, undefined])
        })
      )
    )

    suite.it(
      "deletes the counts of an ended session, and no others",
      using(({ take, sessionEnded }) =>
        Effect.gen(function* () {
          const of = (owner: string) => windows.map((window) => countOf({ window, owner, limit: 1 }))
          const [ended, other] = [of("s"), of("t")]
          const all = [...ended, ...other].map((count) => [count])
          yield* taken(take, ...all)
          sessionEnded("s")
          sessionEnded("never seen")
          const [, ...rest] = [...ended, ...other]
          deepEqual(yield* taken(take, ...all), [undefined, ...rest])
          deepEqual(yield* taken(take, ...all), [...ended, ...other])
        })
      )
    )
  })
}

type Step = (...counts: ReadonlyArray<QuotaCount>) => ReturnType<QuotaStore["Service"]["take"]>

interface Store extends Pick<QuotaStore["Service"], "sessionEnded"> {
  readonly take: Step
  readonly look: Step
}

const taken = (step: Step, ...calls: ReadonlyArray<ReadonlyArray<QuotaCount>>) =>
  Effect.forEach(calls, (counts) => step(...counts))

const countOf = (parts: Partial<QuotaCount>): QuotaCount => ({
  window: "session",
  owner: "s",
  tool: "a_tool",
  limit: 1,
  ...parts
})

const nameOf = ({ window, owner, tool }: QuotaCount) => `${window}: ${JSON.stringify([owner, tool])}`

const windows = ["session", "minute", "forever"] as const

/**
 * Owners and tools that a store would confuse if it joined names, folded letters, trimmed spaces or stopped at a NUL.
 */
const alike: ReadonlyArray<readonly [owner: string, tool: string]> = [
  ["a", "bc"],
  ["ab", "c"],
  ["abc", ""],
  ["", "abc"],
  ["a", 'b","c'],
  ['a","b', "c"],
  ["a", "b\0c"],
  ["a\0b", "c"],
  ["a/b", "c"],
  ["a", "b/c"],
  ["A", "bc"],
  ["a ", "bc"],
  ["a\0", "bc"],
  ["\u00e9", "x"],
  ["e\u0301", "x"],
  ["__proto__", "constructor"],
  ["constructor", "__proto__"],
  ["%", "_"],
  ["_", "%"]
]
