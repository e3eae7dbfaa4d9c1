import { deepEqual, equal } from "node:assert/strict"
import { ChainRuns, type NewChainRun, type ResolvedPath, type StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** Returns a run as it begins. */
export const newChainRun = (id: string): NewChainRun => ({
  id: id.padEnd(32, "0"),
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
  first: `{"first":"${id}"}`
})

/**
 * The suite of the port `ChainRuns`: a run is taken with all of its record, by one at a time, by what it waited for last. `layer` makes
 * a new and empty record. `now` is its clock, in milliseconds.
 */
export const chainRunsContract = (
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
  const one = newChainRun("1")
  const other = newChainRun("2")

  suite.describe("a record of runs", () => {
    suite.it(
      "returns a run with its record to whoever has an approval that it waits for",
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
      "lets one take a run, and the next when it was given back or is suspended again",
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
      "forgets a run that has ended, and one whose time is over",
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
      "takes no entry of a run that the gate does not hold",
      using(({ begin, append, suspend }) =>
        Effect.gen(function* () {
          const fails = (effect: Effect.Effect<unknown, StoreUnavailable>) =>
            Effect.map(Effect.flip(effect), ({ _tag }) => equal(_tag, "StoreUnavailable")) as Effect.Effect<void, never>
          yield* fails(append(one.id, "a"))
          yield* begin(one)
          yield* suspend(one.id, until("p"))
          yield* fails(append(one.id, "a"))
          yield* fails(suspend(one.id, until("q")))
        })
      )
    )
  })
}
