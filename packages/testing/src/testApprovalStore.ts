import { deepEqual, equal, ok } from "node:assert/strict"
import {
  type ApprovalChange,
  type ApprovalState,
  ApprovalStore,
  type StoredApproval,
  type StoredDecision
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { approveDecision, makeNewApproval } from "./makeNewApproval.ts"
import type { StoreClock, StoreInTest, UseApprovalStore } from "./StoreInTest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"
import { testApprovalHistory } from "./testApprovalHistory.ts"
import { testApprovalPages } from "./testApprovalPages.ts"

/**
 * The contract suite of `ApprovalStore`: stored data comes back unchanged, states change only where allowed and in
 * time, the first of several changes wins, and a clock that goes back revives nothing.
 *
 * `layer` makes a new, empty store. `now` is the store's clock in milliseconds. Ended processes and changes by other
 * processes are not covered.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovalStore } from "@toolgate/approval"
 * import { ApprovalStore } from "@toolgate/core"
 * import { testApprovalStore } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testApprovalStore({ describe, it }, (now) => Layer.sync(ApprovalStore, () => MemoryApprovalStore.make(now)))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testApprovalStore = (
  suite: SuiteFunctions,
  layer: (now: () => number) => Layer.Layer<ApprovalStore, unknown>
): void => {
  const using: UseApprovalStore = (use) => () => {
    const clock = { now: 1_700_000_000_000 }
    return Effect.runPromise(
      Effect.flatMap(ApprovalStore, (store) => use(storeOf(store, clock), clock)).pipe(
        Effect.scoped,
        Effect.provide(layer(() => clock.now))
      )
    )
  }

  suite.describe("an approval store", () => {
    suite.it(
      "returns an approval as it was stored, and undefined for an unknown id",
      using(({ add, get, list, change }) =>
        Effect.gen(function* () {
          const stored = yield* add({ waits: false })
          deepEqual(yield* get(stored.id), stored)
          deepEqual(yield* list(), [stored])
          equal(yield* get("unknown"), undefined)
          deepEqual(yield* change("unknown", { to: "withdrawn" }), { changed: false, approval: undefined })
        })
      )
    )

    suite.it(
      "keeps every text unchanged",
      using(({ add, get, list, change }) =>
        Effect.gen(function* () {
          for (const text of texts) {
            const members = { tool: text, agent: text, session: text, digest: text, keyId: text, sealed: text }
            const { id, ...stored } = yield* add(members)
            deepEqual(yield* get(id), { ...stored, id })
            deepEqual(
              (yield* list({ session: text })).map((one) => one.id),
              [id]
            )
            const decision = { ...approveDecision, by: text, from: text, sealed: text, mac: text }
            yield* change(id, { to: "approved", decision })
            equal((yield* change(id, { to: "claimed", digest: text, mac: text })).changed, true)
            yield* change(id, { to: "done", outcome: text })
            deepEqual(yield* get(id), { ...stored, id, state: "done", decision, outcome: text })
          }
        })
      )
    )

    suite.it(
      "lists approvals in the order of asking, within the bounds",
      using(({ add, list, change }, clock) =>
        Effect.gen(function* () {
          const [first, second] = [yield* add({ session: "one" }), yield* add({ session: "other" })]
          clock.now += 1
          const third = yield* add({ session: "one" })
          yield* change(second.id, { to: "withdrawn" })
          const listed = (filter?: Parameters<StoreInTest["list"]>[0]) =>
            Effect.map(list(filter), (all) => all.map(({ id }) => id))
          deepEqual(yield* listed(), [first.id, second.id, third.id])
          deepEqual(yield* listed({ session: "one" }), [first.id, third.id])
          deepEqual(yield* listed({ states: ["open"] }), [first.id, third.id])
          deepEqual(yield* listed({ states: ["withdrawn", "denied"] }), [second.id])
          deepEqual(yield* listed({ states: ["withdrawn"], session: "one" }), [])
          deepEqual(yield* listed({ ids: [third.id, "unknown", first.id] }), [first.id, third.id])
          deepEqual(yield* listed({ ids: [first.id, second.id], states: ["open"] }), [first.id])
          for (const none of [{ ids: [] }, { states: [] }, { session: "On" }]) deepEqual(yield* listed(none), [])
        })
      )
    )

    suite.it(
      "finds the requests for a call by its key",
      using(({ add, list, change }) =>
        Effect.gen(function* () {
          const keys = (call: string) => ({ asker: "a", call, mostOpen: 100 })
          const [first, , third] = [
            yield* add({}, keys("one")),
            yield* add({}, keys("two")),
            yield* add({}, keys("one"))
          ]
          yield* change(first.id, { to: "denied", decision: deny })
          const listed = (filter: Parameters<StoreInTest["list"]>[0]) =>
            Effect.map(list(filter), (all) => all.map(({ id }) => id))
          deepEqual(yield* listed({ call: "one", states: ["open", "approved", "denied"] }), [first.id, third.id])
          deepEqual(yield* listed({ call: "one", states: ["open"] }), [third.id])
          deepEqual(yield* listed({ call: "three", states: ["open"] }), [])
        })
      )
    )

    suite.it(
      "stores no request of an asker that has reached the limit of open ones, and counts only open ones",
      using(({ add, list, change }, clock) =>
        Effect.gen(function* () {
          const tryAdd = (asker: string) => Effect.map(add({}, { asker, call: "c", mostOpen: 2 }), ({ id }) => id)
          const [first] = [yield* tryAdd("a"), yield* tryAdd("a")]
          const refused = yield* tryAdd("a")
          equal(yield* Effect.map(list({ ids: [refused] }), (all) => all.length), 0)
          const other = yield* tryAdd("b")
          equal(yield* Effect.map(list({ ids: [other] }), (all) => all.length), 1)
          yield* change(first, { to: "withdrawn" })
          const third = yield* tryAdd("a")
          equal(yield* Effect.map(list({ ids: [third] }), (all) => all.length), 1)
          clock.now += 60_000
          const late = yield* tryAdd("a")
          equal(yield* Effect.map(list({ ids: [late] }), (all) => all.length), 1)
        })
      )
    )

    suite.it(
      "never replaces an approval",
      using(({ add, get }) =>
        Effect.gen(function* () {
          const stored = yield* add({})
          yield* Effect.exit(add({ id: stored.id, tool: "another_tool" }))
          deepEqual(yield* get(stored.id), stored)
        })
      )
    )

    suite.it(
      "changes a state only if that is allowed",
      using(({ add, get, change }, clock) =>
        Effect.gen(function* () {
          for (const [from, way] of ways)
            for (const to of states.filter((state) => state !== "open")) {
              const { id } = yield* add({ waits: false })
              const { expiresAt } = yield* add({})
              for (const step of way) {
                if (step.to === "expired") clock.now = expiresAt
                equal((yield* change(id, step)).changed, true, `to ${step.to}`)
              }
              const before = yield* get(id)
              ok(before !== undefined)
              equal(before.state, from)
              if (to === "expired") clock.now = expiresAt
              const after = yield* change(id, changeTo[to])
              const isAllowed = allowed[from].includes(to)
              deepEqual(after, { changed: isAllowed, approval: isAllowed ? changed(before, changeTo[to]) : before }, to)
              deepEqual(yield* get(id), after.approval)
            }
        })
      )
    )

    suite.it(
      "withdraws only open requests, if asked to",
      using(({ add, get, change }, clock) =>
        Effect.gen(function* () {
          for (const [from, way] of ways) {
            const { id, expiresAt } = yield* add({ waits: false })
            for (const step of way) {
              if (step.to === "expired") clock.now = expiresAt
              yield* change(id, step)
            }
            const before = yield* get(id)
            const after = yield* change(id, { to: "withdrawn", from: "open" })
            const isOpen = from === "open"
            deepEqual(after, { changed: isOpen, approval: isOpen ? { ...before, state: "withdrawn" } : before }, from)
            deepEqual(yield* get(id), after.approval)
          }
        })
      )
    )

    suite.it(
      "gives a claim only to the request with its digest, by the decision's authentication code",
      using(({ add, change, get }) =>
        Effect.gen(function* () {
          const { id } = yield* add({})
          yield* change(id, { to: "approved", decision: approveDecision })
          for (const other of [{ digest: "another" }, { mac: "another" }, { digest: "" }, { mac: "" }]) {
            equal((yield* change(id, { ...claim, ...other })).changed, false)
            equal((yield* get(id))?.state, "approved")
          }
          equal((yield* change(id, claim)).changed, true)
        })
      )
    )

    suite.it(
      "accepts decisions until the approval expires, and not after that",
      using(({ add, change }, clock) =>
        Effect.gen(function* () {
          for (const waits of [true, false])
            for (const to of ["approved", "denied"] as const) {
              const [early, late] = [yield* add({ waits }), yield* add({ waits })]
              clock.now = early.expiresAt - 1
              equal((yield* change(early.id, { to: "expired" })).changed, false)
              equal((yield* change(early.id, changeTo[to])).changed, true)
              clock.now = late.expiresAt
              deepEqual(yield* change(late.id, changeTo[to]), { changed: false, approval: late })
              deepEqual(yield* change(late.id, { to: "expired" }), {
                changed: true,
                approval: { ...late, state: "expired" }
              })
            }
        })
      )
    )

    suite.it(
      "gives a deferred call its claim until the approval expires, and a waiting one even later",
      using(({ add, change }, clock) =>
        Effect.gen(function* () {
          const [deferred, waiting] = [yield* add({ waits: false }), yield* add({ waits: true })]
          for (const { id } of [deferred, waiting]) yield* change(id, { to: "approved", decision: approveDecision })
          clock.now = deferred.expiresAt
          equal((yield* change(deferred.id, claim)).changed, false)
          equal((yield* change(waiting.id, { to: "expired" })).changed, false)
          equal((yield* change(waiting.id, claim)).changed, true)
          equal((yield* change(deferred.id, { to: "expired" })).changed, true)
          equal((yield* change(waiting.id, { to: "done" })).changed, true)
        })
      )
    )

    suite.it(
      "revives nothing when its clock goes back",
      using(({ add, change, sweep }, clock) =>
        Effect.gen(function* () {
          const [asked, approved] = [yield* add({ waits: false }), yield* add({ waits: false })]
          yield* change(approved.id, { to: "approved", decision: approveDecision })
          clock.now = asked.expiresAt
          equal((yield* change(asked.id, changeTo.approved)).changed, false)
          clock.now -= 50_000
          equal((yield* change(asked.id, changeTo.approved)).changed, false)
          equal((yield* change(approved.id, claim)).changed, false)
          yield* sweep()
          for (const { id } of [asked, approved])
            equal((yield* change(id, { to: "withdrawn" })).approval?.state, "expired")
        })
      )
    )

    suite.it(
      "ends requests that were made while its clock was ahead, once as much time has passed",
      using(({ add, change, sweep }, clock) =>
        Effect.gen(function* () {
          const real = clock.now
          clock.now = real + 86_400_000
          const [asked, approved] = [yield* add({ waits: false }), yield* add({ waits: false })]
          yield* change(approved.id, { to: "approved", decision: approveDecision })
          const lasts = asked.expiresAt - asked.askedAt
          clock.now = real
          yield* sweep()
          equal((yield* change(asked.id, { to: "expired" })).changed, false)
          clock.now = real + lasts - 1
          equal((yield* change(asked.id, { to: "expired" })).changed, false)
          clock.now = real + lasts
          equal((yield* change(asked.id, changeTo.approved)).changed, false)
          equal((yield* change(approved.id, claim)).changed, false)
          yield* sweep()
          for (const { id } of [asked, approved])
            equal((yield* change(id, { to: "withdrawn" })).approval?.state, "expired")
        })
      )
    )

    suite.it(
      "accepts the first of many changes, and reports it to the others",
      using(({ add, change }) =>
        Effect.gen(function* () {
          const { id } = yield* add({})
          const race = (changes: ReadonlyArray<ApprovalChange>) =>
            Effect.forEach(changes, (one) => change(id, one), { concurrency: "unbounded" })
          const decisions = Array.from({ length: 40 }, (_, at): ApprovalChange => {
            const by = `person ${at}`
            return at % 2 === 0
              ? { to: "approved", decision: { ...approveDecision, by } }
              : { to: "denied", decision: { ...deny, by } }
          })
          const decided = yield* race(decisions)
          const won = decided.findIndex(({ changed }) => changed)
          deepEqual(
            decided.map(({ changed }) => changed),
            decisions.map((_, at) => at === won)
          )
          for (const { approval } of decided) {
            equal(approval?.state, decisions[won]?.to)
            equal(approval?.decision?.by, `person ${won}`)
          }
          const next = yield* add({})
          yield* change(next.id, { to: "approved", decision: approveDecision })
          const claims = yield* Effect.forEach(decisions, () => change(next.id, claim), { concurrency: "unbounded" })
          equal(claims.filter(({ changed }) => changed).length, 1)
        })
      )
    )

    suite.it(
      "sweeps expired requests, but not those that this process waits for or has claimed",
      using(({ add, change, get, sweep }, clock) =>
        Effect.gen(function* () {
          const approved = yield* add({ waits: false })
          const due = [yield* add({ waits: true }), yield* add({ waits: false }), approved]
          const waiting = yield* add({ waits: true })
          const claimed = yield* add({ waits: false })
          for (const { id } of [approved, waiting, claimed])
            yield* change(id, { to: "approved", decision: approveDecision })
          yield* change(claimed.id, claim)
          clock.now = waiting.expiresAt
          const open = yield* add({ waits: true })
          yield* sweep()
          const state = (id: string) => Effect.map(get(id), (one) => one?.state)
          for (const { id } of due) equal(yield* state(id), "expired")
          equal(yield* state(waiting.id), "approved")
          equal(yield* state(claimed.id), "claimed")
          equal(yield* state(open.id), "open")
        })
      )
    )

    suite.it(
      "notifies listeners of new and changed approvals until their scope closes",
      using(({ add, change, listen }) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const [one, other] = [bell(), bell()]
          yield* Scope.provide(listen(one.ring), scope)
          yield* listen(other.ring)
          const { id } = yield* add({})
          yield* one.next
          yield* other.next
          yield* change(id, { to: "withdrawn" })
          yield* one.next
          yield* other.next
          yield* Scope.close(scope, Exit.void)
          const rung = one.rung()
          yield* add({})
          yield* other.next
          equal(one.rung(), rung)
        })
      )
    )

    testApprovalPages(suite, using)
    testApprovalHistory(suite, using)
  })
}

type Approvals = ApprovalStore["Service"]

const storeOf = (store: Approvals, clock: StoreClock): StoreInTest => ({
  ...store,
  add: (members, keys) =>
    Effect.suspend(() => {
      const asked = makeNewApproval({ askedAt: clock.now, expiresAt: clock.now + 60_000, ...members })
      return Effect.as(store.add(asked, keys), {
        ...asked,
        state: "open" as const,
        decision: undefined,
        outcome: undefined
      })
    })
})

const deny: StoredDecision = { ...approveDecision, decision: "deny" }

const claim: ApprovalChange = { to: "claimed", digest: "the digest", mac: "the code" }

const changeTo: Readonly<Record<Exclude<ApprovalState, "open">, ApprovalChange>> = {
  approved: { to: "approved", decision: approveDecision },
  denied: { to: "denied", decision: deny },
  expired: { to: "expired" },
  withdrawn: { to: "withdrawn" },
  claimed: claim,
  done: { to: "done", outcome: "the outcome" },
  unknown: { to: "unknown" }
}

/** The changes that lead to each state of a deferred call. */
const ways: ReadonlyArray<readonly [ApprovalState, ReadonlyArray<ApprovalChange>]> = [
  ["open", []],
  ["approved", [changeTo.approved]],
  ["denied", [changeTo.denied]],
  ["expired", [changeTo.expired]],
  ["withdrawn", [changeTo.withdrawn]],
  ["claimed", [changeTo.approved, claim]],
  ["done", [changeTo.approved, claim, changeTo.done]],
  ["unknown", [changeTo.approved, claim, changeTo.unknown]]
]

const states = ways.map(([state]) => state) as ReadonlyArray<ApprovalState>

const allowed: Readonly<Record<ApprovalState, ReadonlyArray<ApprovalState>>> = {
  open: ["approved", "denied", "expired", "withdrawn"],
  approved: ["claimed", "expired", "withdrawn"],
  denied: [],
  expired: [],
  withdrawn: [],
  claimed: ["done", "unknown"],
  done: ["withdrawn"],
  unknown: []
}

const changed = (before: StoredApproval, change: ApprovalChange): StoredApproval => ({
  ...before,
  state: change.to,
  ...("decision" in change ? { decision: change.decision } : {}),
  ...("outcome" in change ? { outcome: change.outcome } : {})
})

/** Texts that a store would change if it trimmed, cut, folded or decoded them. */
const texts: ReadonlyArray<string> = [
  "",
  " a ",
  "A",
  "a\0b",
  "a\0",
  "\u00e9",
  "e\u0301",
  "\ud800",
  "\udfff\ud800",
  "\u{1f600}",
  '"\\',
  "__proto__",
  "%_",
  "null",
  "x".repeat(100_000)
]

/** Returns a listener, and an effect that waits for its next call. */
const bell = () => {
  let rung = 0
  let seen = 0
  let waiting = () => {}
  return {
    ring: () => {
      rung++
      waiting()
    },
    rung: () => rung,
    next: Effect.callback<void>((resume) => {
      const look = () => {
        if (rung === seen) return
        seen = rung
        waiting = () => {}
        resume(Effect.void)
      }
      waiting = look
      look()
    })
  }
}
