import { deepEqual, equal, ok } from "node:assert/strict"
import {
  type Approval,
  type ApprovalDecision,
  type ApprovalQuestion,
  Approvals,
  type DecisionOutcome,
  endedStates,
  PendingApprovals,
  type QuestionFilter,
  type Refused,
  type StoreUnavailable,
  type WithdrawalOutcome
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { makeExecutionGrant, makePermissionRequest, makeToolDefinition } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `PendingApprovals`: every listed question can be decided, the first decision wins, any later
 * decision is answered without effect, and listeners are notified of each change.
 *
 * `layer` makes the port beside an `Approvals` that asks only through it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovals } from "@toolgate/approval"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import { testPendingApprovals } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testPendingApprovals({ describe, it }, MemoryApprovals.layer().pipe(Layer.provide(BoundedToolEvents.layer)))
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testPendingApprovals = (
  suite: SuiteFunctions,
  layer: Layer.Layer<Approvals | PendingApprovals, unknown>
): void => {
  const using = (use: (parts: Parts) => Effect.Effect<void, StoreUnavailable, Scope.Scope>) => () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const pending = yield* PendingApprovals
        const { obtain } = yield* Approvals
        yield* use({ ...pending, ask: (...questions) => ask(obtain, pending, questions) })
      }).pipe(Effect.provide(layer), Effect.scoped) as Effect.Effect<void>
    )

  suite.describe("pending approvals", () => {
    suite.it(
      "list open questions in order, and no ended ones",
      using(({ ask, list, decide }) =>
        Effect.gen(function* () {
          deepEqual(yield* list(), [])
          const [first, second, third] = yield* ask({ call: "1" }, { call: "2" }, { call: "3" })
          ok(first !== undefined && second !== undefined && third !== undefined)
          const calls = Effect.map(list(), (all) => all.map(({ callId }) => callId))
          deepEqual(yield* calls, ["1", "2", "3"])
          yield* decide(second.id, approve)
          deepEqual(yield* calls, ["1", "3"])
          yield* Fiber.interrupt(first.fiber)
          deepEqual(yield* calls, ["3"])
        })
      )
    )

    suite.it(
      "accept the first decision, and report to the second how the question ended",
      using(({ ask, decide }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({})
          ok(asked !== undefined)
          const outcomes = yield* Effect.all([decide(asked.id, deny), decide(asked.id, approve)], {
            concurrency: "unbounded"
          })
          const won = outcomes.findIndex(({ outcome }) => outcome === "decided")
          equal(
            outcomes
              .map(({ outcome }) => outcome)
              .sort()
              .join(),
            "decided,over"
          )
          deepEqual(endOf(outcomes[1 - won]), won === 0 ? "deny" : "approve")
          equal("why" in (yield* Fiber.join(asked.fiber)), won === 0)
        })
      )
    )

    suite.it(
      "report that the question of an ended call was withdrawn",
      using(({ ask, decide }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({})
          ok(asked !== undefined)
          yield* Fiber.interrupt(asked.fiber)
          equal(endOf(yield* decide(asked.id, approve)), "withdrawn")
        })
      )
    )

    suite.it(
      "show a question as it was asked, even after its end, and not to another session",
      using(({ ask, get, decide }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({ session: "one" })
          ok(asked !== undefined)
          const open = yield* get(asked.id)
          deepEqual([open?.request.id, open?.isOpen, open?.state], [asked.id, true, "open"])
          yield* decide(asked.id, deny, { by: "ada", from: "a page" })
          const ended = yield* get(asked.id, { session: "one" })
          deepEqual([ended?.request, ended?.isOpen, ended?.state], [open?.request, false, "denied"])
          deepEqual([ended?.decision?.decision, ended?.decision?.by, ended?.decision?.from], ["deny", "ada", "a page"])
          equal(yield* get(asked.id, { session: "two" }), undefined)
          equal(yield* get(crypto.randomUUID()), undefined)
        })
      )
    )

    suite.it(
      "refuse a decision about an unknown question or with an invalid shape, and leave the question open",
      using(({ ask, list, decide }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({})
          ok(asked !== undefined)
          for (const id of ["", "__proto__", crypto.randomUUID(), 0, null, undefined]) {
            const { outcome, ...more }: DecisionOutcome = yield* decide(id as string, approve)
            equal(outcome, "unknown")
            ok("message" in more && more.message.length > 0)
          }
          for (const given of [undefined, null, "approve", {}, { decision: "maybe" }, { ...approve, until: "noon" }]) {
            const { outcome, ...more }: DecisionOutcome = yield* decide(asked.id, given as ApprovalDecision)
            equal(outcome, "invalid")
            ok("message" in more && more.message.length > 0)
          }
          deepEqual(
            (yield* list()).map(({ id }) => id),
            [asked.id]
          )
        })
      )
    )

    suite.it(
      "refuse a decision about another digest, and leave the question open",
      using(({ ask, list, decide }) =>
        Effect.gen(function* () {
          yield* ask({ call: "1" }, { call: "2" })
          const [one, two] = yield* list()
          ok(one !== undefined && two !== undefined && one.digest !== two.digest)
          equal((yield* decide(one.id, approve, { digest: two.digest })).outcome, "stale")
          equal((yield* list()).length, 2)
          equal((yield* decide(one.id, approve, { digest: one.digest })).outcome, "decided")
          equal((yield* decide(one.id, approve, { digest: two.digest })).outcome, "over")
        })
      )
    )

    suite.it(
      "list pages of open and of ended questions",
      using(({ ask, list, find, decide }) =>
        Effect.gen(function* () {
          const asked = yield* ask({ call: "1" }, { call: "2" }, { call: "3" }, { call: "4", session: "other" })
          const ids = asked.map(({ id }) => id)
          const page = (filter: QuestionFilter) => Effect.map(list(filter), (all) => all.map(({ id }) => id))
          deepEqual(yield* page({ limit: 2 }), ids.slice(0, 2))
          yield* decide(ids[1] ?? "", deny)
          deepEqual(yield* page({ limit: 2, after: ids[1] }), ids.slice(2))
          deepEqual(yield* page({ limit: 1, newestFirst: true }), ids.slice(3))
          deepEqual(yield* page({ session: "other", limit: 2 }), ids.slice(3))
          const [first] = yield* list()
          deepEqual(yield* page({ agent: first?.agent, tool: first?.toolName, limit: 1 }), ids.slice(0, 1))
          deepEqual(yield* page({ agent: "another" }), [])
          const ended = yield* find({ states: endedStates, limit: 2 })
          deepEqual(
            ended.map(({ request, state }) => [request.id, state]),
            [[ids[1], "denied"]]
          )
        })
      )
    )

    suite.it(
      "withdraw a question, whose call ends, and not one of another session",
      using(({ ask, list, withdraw, decide }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({ session: "one" })
          ok(asked !== undefined)
          equal((yield* withdraw(asked.id, { session: "two" })).outcome, "unknown")
          equal((yield* withdraw(asked.id, { session: "one", by: "ada" })).outcome, "withdrawn")
          ok("why" in (yield* Fiber.join(asked.fiber)))
          deepEqual(yield* list(), [])
          equal(endOf(yield* withdraw(asked.id)), "withdrawn")
          equal(endOf(yield* decide(asked.id, approve)), "withdrawn")
        })
      )
    )

    suite.it(
      "tell who asked for, saw and decided a question",
      using(({ ask, saw, decide, history }) =>
        Effect.gen(function* () {
          const [asked] = yield* ask({ session: "one" })
          ok(asked !== undefined)
          const ada = { by: "ada", from: "a page" }
          yield* saw([asked.id], { how: "shown", ...ada })
          yield* saw(asked.id, { how: "opened", session: "one", ...ada })
          yield* saw(asked.id, { how: "opened", session: "two", by: "bob" })
          yield* decide(asked.id, deny, ada)
          const events = yield* history(asked.id, { session: "one" })
          deepEqual(
            events.map(({ kind, by }) => [kind, by]),
            [
              ["asked", "a"],
              ["shown", "ada"],
              ["opened", "ada"],
              ["denied", "ada"]
            ]
          )
          deepEqual(yield* history(asked.id, { session: "two" }), [])
          deepEqual(yield* history("unknown"), [])
        })
      )
    )

    suite.it(
      "hide the questions of other sessions from a reader of one session",
      using(({ ask, list, decide }) =>
        Effect.gen(function* () {
          const [mine, other] = yield* ask({ session: "mine" }, { session: "other" })
          ok(mine !== undefined && other !== undefined)
          const bounds = { session: "mine" }
          deepEqual(
            (yield* list(bounds)).map(({ id }) => id),
            [mine.id]
          )
          equal((yield* decide(other.id, approve, bounds)).outcome, "unknown")
          equal((yield* decide(other.id, deny)).outcome, "decided")
          equal((yield* decide(other.id, approve, bounds)).outcome, "unknown")
          equal((yield* decide(mine.id, approve, bounds)).outcome, "decided")
        })
      )
    )

    suite.it(
      "notify a listener of new and ended questions until it stops, even beside a listener that throws",
      using(({ ask, decide, listen }) =>
        Effect.gen(function* () {
          let times = 0
          const stopped = yield* Scope.make()
          yield* listen(() => {
            throw new Error("A listener broke.")
          })
          yield* Scope.provide(
            listen(() => void times++),
            stopped
          )
          const grown = (since: number) =>
            Effect.gen(function* () {
              while (times === since) yield* Effect.yieldNow
            })
          const [asked] = yield* ask({})
          ok(asked !== undefined)
          yield* grown(0)
          const before = times
          yield* decide(asked.id, approve)
          yield* grown(before)
          ok("id" in (yield* Fiber.join(asked.fiber)))
          yield* Scope.close(stopped, Exit.void)
          const after = times
          yield* ask({})
          equal(times, after)
        })
      )
    )
  })
}

type Pending = PendingApprovals["Service"]

interface Parts extends Pending {
  /** Asks several questions in sequence. */
  readonly ask: (...questions: ReadonlyArray<Asked>) => Effect.Effect<ReadonlyArray<Waiting>, StoreUnavailable>
}

interface Asked {
  readonly call?: string
  readonly session?: string
}

interface Waiting {
  readonly id: string
  readonly fiber: Fiber.Fiber<Approval | Refused>
}

const ask = Effect.fnUntraced(function* (
  obtain: Approvals["Service"]["obtain"],
  { list }: Pending,
  questions: ReadonlyArray<Asked>
) {
  const waiting: Array<Waiting> = []
  for (const one of questions) {
    const before = new Set((yield* list()).map(({ id }) => id))
    const answer = Effect.catch(obtain(question(one)), (refusal) => Effect.succeed(refusal))
    const fiber = yield* Effect.forkDetach(answer)
    let id: string | undefined
    while (id === undefined) {
      yield* Effect.yieldNow
      id = (yield* list()).find((request) => !before.has(request.id))?.id
    }
    waiting.push({ id, fiber })
  }
  return waiting
})

const question = ({ call = "call", session = "s" }: Asked): ApprovalQuestion => ({
  request: makePermissionRequest({ id: call, args: {}, context: { session } }, tool),
  because: { layer: "confirmation", rule: "default WRITE: prompt", source: "test" },
  why: "A person has to confirm it.",
  covers: "call",
  grant,
  onlyOnce: false
})

const tool = makeToolDefinition({ name: "write_file", sideEffects: "WRITE" })
const grant = makeExecutionGrant()
const approve: ApprovalDecision = { decision: "approve" }
const deny: ApprovalDecision = { decision: "deny" }

const endOf = (outcome: DecisionOutcome | WithdrawalOutcome | undefined) => (outcome?.outcome === "over" ? outcome.ended : undefined)
