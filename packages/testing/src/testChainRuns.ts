import { deepEqual, equal } from "node:assert/strict"
import { ChainRuns, type NewChainRun, type ResolvedPath, type StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * Returns a new run.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeNewChainRun } from "@toolgate/testing"
 *
 * const { call, id } = makeNewChainRun("7")
 * assert.deepEqual([call.tool, id.length], ["run_script", 32])
 * ```
 */
export const makeNewChainRun = (id: string): Required<NewChainRun> => ({
  id: id.padStart(32, "0"),
  call: { id: "outer", tool: "run_script", args: { code: `return "\0 ${id} é🙂"` } },
  context: {
    session: "session \0",
    turn: "1",
    principal: { agent: "agent", ceiling: { tools: "any" }, parent: { agent: "boss", ceiling: { tools: ["a"] } } },
    workspace: "/workspace" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined,
    defer: { expiresMs: 5 }
  },
  first: `{"first":"${id}"}`,
  approval: { id: "given", proposed: { code: "return 1" } },
  equal: `equal ${id}`
})

/**
 * The contract suite of `ChainRuns`: one gate at a time takes a run, with its whole record, by an approval that it
 * awaited last. `layer` makes a new, empty store. `now` is its clock in milliseconds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns } from "@toolgate/chain/runs"
 * import { ChainRuns } from "@toolgate/core"
 * import { testChainRuns } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testChainRuns({ describe, it }, (now) => Layer.sync(ChainRuns, () => MemoryChainRuns.make(now)))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testChainRuns = (
  suite: SuiteFunctions,
  layer: (now: () => number) => Layer.Layer<ChainRuns, unknown>
): void => {
  const using =
    (use: (runs: ChainRuns["Service"], clock: { now: number }) => Effect.Effect<void, StoreUnavailable>) => () => {
      const clock = { now: 1_000_000 }
      return Effect.runPromise(
        Effect.flatMap(ChainRuns, (runs) => use(runs, clock)).pipe(Effect.provide(layer(() => clock.now)))
      )
    }
  const until = (...approvals: ReadonlyArray<string>) => ({ approvals, expiresAt: 2_000_000 })
  const one = makeNewChainRun("1")
  const other = makeNewChainRun("2")

  suite.describe("a record of runs", () => {
    suite.it(
      "returns a run with its record to a caller with an approval that it waits for",
      using(({ begin, append, suspend, take }) =>
        Effect.gen(function* () {
          yield* begin(one)
          yield* begin(other)
          yield* append(one.id, "a \0 é🙂")
          yield* append(other.id, "x")
          yield* append(one.id, "b")
          yield* suspend(other.id, until("q"))
          equal(yield* take("p1"), undefined)
          yield* suspend(one.id, until("p1", "p2"))
          deepEqual(yield* take("p2"), { ...one, entries: ["a \0 é🙂", "b"] })
          deepEqual(yield* take("q"), { ...other, entries: ["x"] })
        })
      )
    )

    suite.it(
      "lets one gate take a run, and the next one when it was given back or is suspended again",
      using(({ begin, append, suspend, take, giveBack }) =>
        Effect.gen(function* () {
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          const taken = yield* Effect.all([take("p"), take("p")], { concurrency: 2 })
          deepEqual(taken.map((run) => (typeof run === "string" ? run : run?.id)).sort(), [one.id, "held"].sort())
          yield* giveBack(one.id)
          deepEqual(yield* take("p"), { ...one, entries: [] })
          yield* append(one.id, "a")
          equal(yield* take("p"), "held")
          yield* suspend(one.id, until("q"))
          equal(yield* take("p"), undefined)
          deepEqual(yield* take("q"), { ...one, entries: ["a"] })
        })
      )
    )

    suite.it(
      "returns a run by an approval that it has requested, if its gate ended before the suspension",
      using(({ begin, append, suspend, take, join, giveBack }) =>
        Effect.gen(function* () {
          yield* begin(one)
          yield* append(one.id, "a", until("p"))
          equal(yield* take("p"), "held")
          yield* append(one.id, "b", until("q"))
          yield* append(one.id, "c")
          yield* giveBack(one.id)
          deepEqual(yield* take("p"), { ...one, entries: ["a", "b", "c"] })
          yield* giveBack(one.id)
          deepEqual(yield* take("q"), { ...one, entries: ["a", "b", "c"] })
          yield* giveBack(one.id)
          deepEqual(yield* join(one.equal), { ...one, entries: ["a", "b", "c"] })
          yield* suspend(one.id, until("q"))
          equal(yield* take("p"), undefined)
        })
      )
    )

    suite.it(
      "lets an equal call take the run that began first",
      using(({ begin, append, suspend, take, join, giveBack, end }, clock) =>
        Effect.gen(function* () {
          const twin = { ...other, equal: one.equal }
          yield* begin(one)
          clock.now += 1
          yield* begin(twin)
          yield* append(twin.id, "x")
          equal(yield* join(one.equal), undefined)
          yield* suspend(twin.id, until("q"))
          yield* suspend(one.id, until("p"))
          for (const unknown of ["another", "p"]) equal(yield* join(unknown), undefined)
          equal(yield* take(one.equal), undefined)
          deepEqual(yield* join(one.equal), { ...one, entries: [] })
          equal(yield* join(one.equal), "held")
          yield* giveBack(one.id)
          deepEqual(yield* join(one.equal), { ...one, entries: [] })
          yield* end(one.id)
          deepEqual(yield* join(one.equal), { ...twin, entries: ["x"] })
        })
      )
    )

    suite.it(
      "forgets an ended or expired run",
      using(({ begin, suspend, take, end }, clock) =>
        Effect.gen(function* () {
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          yield* take("p")
          yield* end(one.id)
          equal(yield* take("p"), undefined)
          yield* begin(other)
          yield* suspend(other.id, until("q"))
          clock.now = 2_000_000
          equal(yield* take("q"), undefined)
        })
      )
    )

    suite.it(
      "accepts no entry of a run that the gate has not claimed",
      using(({ begin, append, suspend, take, giveBack, end }) =>
        Effect.gen(function* () {
          const fails = (effect: Effect.Effect<unknown, StoreUnavailable>) =>
            Effect.map(Effect.flip(effect), ({ _tag }) => equal(_tag, "StoreUnavailable")) as Effect.Effect<void, never>
          yield* fails(append(one.id, "a"))
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          yield* fails(append(one.id, "a"))
          yield* fails(suspend(one.id, until("q")))
          yield* fails(end(one.id))
          yield* giveBack(one.id)
          deepEqual(yield* take("p"), { ...one, entries: [] })
        })
      )
    )

    suite.it(
      "keeps every call, context and entry unchanged",
      using(({ begin, append, suspend, take }) =>
        Effect.gen(function* () {
          const odd = "\0 \ud800 \udc00 \u2028 é🙂"
          const full: NewChainRun = {
            id: makeNewChainRun("3").id,
            call: { id: odd, tool: odd, argsText: `{"code":"${odd}"}`, idempotencyKey: odd },
            context: {
              session: odd,
              turn: odd,
              principal: {
                agent: odd,
                role: "role",
                task: "task",
                onBehalfOf: "ada",
                ceiling: {
                  tools: [odd],
                  files: [{ path: "/a" as ResolvedPath, mode: "r" }],
                  hosts: [{ host: "*.example.com", port: "any" }],
                  limits: { wallMs: 1, processes: "unlimited" },
                  readOnly: true,
                  noWeb: false
                },
                parent: one.context.principal
              },
              workspace: `/${odd}` as ResolvedPath,
              caller: { kind: "chain", parent: "p", chain: "c", index: 7, provider: "anthropic" },
              deadline: 2_000_000.5,
              defer: { joinsEarlier: "session" }
            },
            first: odd
          }
          const entries = ["", odd, odd.repeat(60_000), "{}", "x".repeat(1024 * 1024)]
          yield* begin(full)
          for (const entry of entries) yield* append(full.id, entry)
          yield* suspend(full.id, until(odd))
          const taken = yield* take(odd)
          if (typeof taken !== "object") return equal(taken, "taken")
          const { entries: kept, ...run } = taken
          deepEqual(run, full)
          // Comparing whole entries would print them.
          deepEqual(
            kept.map((entry, at) => entry === entries[at]),
            entries.map(() => true)
          )
        })
      )
    )

    suite.it(
      "keeps hundreds of entries in order, even of two concurrent runs",
      using(({ begin, append, suspend, take }) =>
        Effect.gen(function* () {
          const entries = (run: NewChainRun) => Array.from({ length: 300 }, (_, n) => `${run.id} ${n}`)
          const add = Effect.fnUntraced(function* (run: NewChainRun) {
            yield* begin(run)
            const adds = entries(run).map((entry) => append(run.id, entry))
            yield* Effect.all([...adds, suspend(run.id, until(run.id))], { concurrency: "unbounded", discard: true })
          })
          yield* Effect.all([add(one), add(other)], { concurrency: 2 })
          for (const run of [one, other]) deepEqual(yield* take(run.id), { ...run, entries: entries(run) })
        })
      )
    )

    suite.it(
      "gives an approval that two runs wait for to the one that began first, and then to the next",
      using(({ begin, suspend, take, end }, clock) =>
        Effect.gen(function* () {
          yield* begin(other)
          clock.now++
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          yield* suspend(other.id, until("p"))
          deepEqual(yield* take("p"), { ...other, entries: [] })
          equal(yield* take("p"), "held")
          yield* end(other.id)
          deepEqual(yield* take("p"), { ...one, entries: [] })
        })
      )
    )

    suite.it(
      "forgets a run that was given back after its time, but not one in use",
      using(({ begin, append, suspend, take, giveBack }, clock) =>
        Effect.gen(function* () {
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          yield* take("p")
          clock.now = 2_000_000
          yield* begin(other)
          equal(yield* take("p"), "held")
          yield* append(one.id, "a")
          yield* giveBack(one.id)
          equal(yield* take("p"), undefined)
          yield* giveBack(other.id)
          yield* giveBack(one.id)
        })
      )
    )
  })
}
