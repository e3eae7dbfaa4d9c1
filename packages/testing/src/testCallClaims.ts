import { deepEqual, equal, ok } from "node:assert/strict"
import type {
  ApprovalState,
  ApprovalStore,
  CallClaim,
  CallClaims,
  ClaimEnd,
  KeyClaim,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** New claims, and the store of their approvals. */
export interface OpenCallClaims {
  readonly claims: CallClaims["Service"]
  readonly approvals: ApprovalStore["Service"]
}

/**
 * The contract suite of `CallClaims`: only one of all calls with a key or approval takes the claim; a claim is taken
 * entirely or not at all; a key with other arguments or an uncertain outcome is refused; and callers that wait for a
 * key learn when it is settled.
 *
 * Claims of ended processes are not covered.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovalStore } from "@toolgate/approval"
 * import { memoryCallClaims } from "@toolgate/audit"
 * import { testCallClaims } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testCallClaims({ describe, it }, async () => {
 *   const approvals = MemoryApprovalStore.make(() => 1_700_000_000_000)
 *   return { claims: memoryCallClaims(approvals), approvals }
 * })
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testCallClaims = (suite: SuiteFunctions, open: () => Promise<OpenCallClaims>): void => {
  const using = (use: (opened: OpenCallClaims) => Effect.Effect<void, StoreUnavailable>) => async () =>
    Effect.runPromise(use(await open()))

  suite.describe("a store of claims", () => {
    suite.it(
      "lets one of many calls take a key, and reports its outcome to the others",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          const all = Array.from({ length: 20 }, () => keyOf("a"))
          const answers = yield* Effect.forEach(all, (key) => take({ key }), { concurrency: "unbounded" })
          const taken = all.filter((_key, at) => answers[at] === undefined)
          equal(taken.length, 1)
          deepEqual(
            answers.filter((answer) => answer !== undefined),
            Array(19).fill({ key: "held" })
          )
          yield* settle({ key: taken[0] }, { executed: "yes", key: "the answer" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "done", outcome: "the answer" })
          equal(yield* take({ key: keyOf("b") }), undefined)
        })
      )
    )

    suite.it(
      "stores no answer if there was none",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          const key = keyOf("a")
          yield* take({ key })
          yield* settle({ key }, { executed: "yes" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "done", outcome: undefined })
        })
      )
    )

    suite.it(
      "releases a key if its call did not run, but never if that is unknown",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          const [first, second] = [keyOf("a"), keyOf("a")]
          yield* take({ key: first })
          yield* settle({ key: first }, { executed: "no", key: "an answer" })
          equal(yield* take({ key: second }), undefined)
          yield* settle({ key: second }, { executed: "unknown" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "unknown" })
          yield* settle({ key: second }, { executed: "no" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "unknown" })
        })
      )
    )

    suite.it(
      "refuses different arguments, whatever the first call's outcome",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          for (const executed of ["yes", "unknown", undefined] as const) {
            const key = keyOf(`${executed}`)
            yield* take({ key })
            if (executed !== undefined) yield* settle({ key }, { executed })
            deepEqual(yield* take({ key: { ...keyOf(`${executed}`), args: "others" } }), { key: "differs" })
          }
        })
      )
    )

    suite.it(
      "gives a key again to a continuing call, unless another call claims it or it has other arguments",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          const goingOn = () => ({ ...keyOf("a"), goesOn: true as const })
          const [first, second, third] = [keyOf("a"), goingOn(), goingOn()]
          yield* take({ key: first })
          deepEqual(yield* take({ key: goingOn() }), { key: "held" })
          yield* settle({ key: first }, { executed: "yes", key: "suspended" })
          deepEqual(yield* take({ key: { ...goingOn(), args: "others" } }), { key: "differs" })
          equal(yield* take({ key: second }), undefined)
          deepEqual(yield* take({ key: keyOf("a") }), { key: "held" })
          yield* settle({ key: second }, { executed: "unknown" })
          equal(yield* take({ key: third }), undefined)
          yield* settle({ key: third }, { executed: "yes", key: "done" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "done", outcome: "done" })
        })
      )
    )

    suite.it(
      "settles only the claim that has the key",
      using(({ claims: { take, settle } }) =>
        Effect.gen(function* () {
          yield* take({ key: keyOf("a") })
          yield* settle({ key: keyOf("a") }, { executed: "no" })
          deepEqual(yield* take({ key: keyOf("a") }), { key: "held" })
        })
      )
    )

    suite.it(
      "ends a wait when the key is settled, at once if it is unclaimed, and when it is interrupted",
      using(({ claims: { take, settle, wait } }) =>
        Effect.gen(function* () {
          const ends: ReadonlyArray<ClaimEnd> = [{ executed: "yes" }, { executed: "no" }, { executed: "unknown" }]
          for (const end of ends) {
            const key = keyOf(end.executed)
            yield* wait(key)
            yield* take({ key })
            const waiting = yield* Effect.forkChild(wait(keyOf(end.executed)))
            const impatient = yield* Effect.forkChild(wait(keyOf(end.executed)))
            yield* Effect.yieldNow
            yield* Fiber.interrupt(impatient)
            yield* settle({ key }, end)
            yield* Fiber.join(waiting)
          }
        })
      )
    )

    suite.it(
      "lets one of many calls take an approval, and uses it, up whatever the call's outcome",
      using(({ claims: { take, settle }, approvals }) =>
        Effect.gen(function* () {
          for (const executed of ["yes", "no", "unknown"] as const) {
            const claim = yield* approved(approvals)
            const all = Array.from({ length: 10 }, () => take(claim))
            const answers = yield* Effect.all(all, { concurrency: "unbounded" })
            deepEqual(
              answers.filter((answer) => answer !== undefined),
              Array(9).fill({ approval: "claimed" })
            )
            yield* settle(claim, { executed, approval: "the answer" })
            const state = executed === "unknown" ? "unknown" : "done"
            deepEqual(yield* take(claim), { approval: state })
            const stored = yield* approvals.get(claim.approval.id)
            deepEqual([stored?.state, stored?.outcome], [state, "the answer"])
          }
        })
      )
    )

    suite.it(
      "rejects an approval that was not given, was given for something else, or is over",
      using(({ claims: { take }, approvals }) =>
        Effect.gen(function* () {
          const claim = yield* approved(approvals)
          for (const other of [{ digest: "another" }, { mac: "another" }, { id: "another" }])
            deepEqual(yield* take({ approval: { ...claim.approval, ...other } }), { approval: undefined })
          equal(yield* stateOf(approvals, claim), "approved")
          yield* approvals.change(claim.approval.id, { to: "withdrawn" })
          deepEqual(yield* take(claim), { approval: "withdrawn" })
          const open = yield* approved(approvals, "open")
          deepEqual(yield* take(open), { approval: "open" })
        })
      )
    )

    suite.it(
      "takes an approval and a key together, or neither",
      using(({ claims: { take, settle }, approvals }) =>
        Effect.gen(function* () {
          const [first, second] = [yield* approved(approvals), yield* approved(approvals)]
          const key = keyOf("a")
          equal(yield* take({ ...first, key }), undefined)
          deepEqual(yield* take({ ...second, key: keyOf("a") }), { key: "held" })
          equal(yield* stateOf(approvals, second), "approved")
          yield* settle({ ...first, key }, { executed: "no" })
          const other = keyOf("a")
          deepEqual(yield* take({ ...first, key: other }), { approval: "done" })
          equal(yield* take({ ...second, key: keyOf("a") }), undefined)
          ok((yield* stateOf(approvals, second)) === "claimed")
        })
      )
    )
  })
}

let last = 0

const keyOf = (digest: string): KeyClaim => ({ digest, args: "some", claim: `${++last}` })

/** Adds an approval and returns its claim. */
const approved = (approvals: ApprovalStore["Service"], state: "approved" | "open" = "approved") =>
  Effect.gen(function* () {
    const id = `approval ${++last}`
    const now = Date.now()
    const asked = { askedAt: now, expiresAt: now + 3_600_000, waits: false, keyId: "k", sealed: "s" }
    const shown = { tool: "t", sideEffects: "WRITE", agent: "a", session: "s" } as const
    yield* approvals.add({ id, ...shown, ...asked, digest: `digest of ${id}` })
    const decision = { decision: "approve", by: "b", from: "f", at: now, sealed: "s", mac: `mac of ${id}` } as const
    if (state === "approved") yield* approvals.change(id, { to: "approved", decision })
    return { approval: { id, digest: `digest of ${id}`, mac: `mac of ${id}` } } satisfies CallClaim
  })

const stateOf = (
  approvals: ApprovalStore["Service"],
  { approval }: CallClaim
): Effect.Effect<ApprovalState | undefined, StoreUnavailable> =>
  Effect.map(approvals.get(approval?.id ?? ""), (stored) => stored?.state)
