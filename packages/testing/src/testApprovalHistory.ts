import { deepEqual, equal } from "node:assert/strict"
import { mostApprovalViews } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { approveDecision } from "./makeNewApproval.ts"
import type { UseApprovalStore } from "./StoreInTest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** The cases of `testApprovalStore` about histories. */
export const testApprovalHistory = (suite: SuiteFunctions, using: UseApprovalStore): void => {
  suite.it(
    "records what happened to an approval, when, and by whom",
    using(({ add, change, saw, history }, clock) =>
      Effect.gen(function* () {
        const start = clock.now
        const { id } = yield* add({ agent: "an agent" })
        const next = <A, E>(effect: Effect.Effect<A, E>) => {
          clock.now += 1
          return effect
        }
        const ada = { by: "ada\0\ud800", from: "a page" }
        yield* next(saw([id], { how: "shown", ...ada }))
        yield* next(saw([id], { how: "opened", ...ada }))
        yield* next(saw([id], { how: "shown", by: "bob" }))
        yield* next(saw([id, id], { how: "shown", ...ada }))
        yield* next(change(id, { to: "approved", decision: approveDecision }))
        yield* next(change(id, { to: "claimed", digest: "the digest", mac: "the code" }))
        yield* next(change(id, { to: "done", outcome: "the outcome" }))
        yield* next(change(id, { to: "withdrawn", who: ada }))
        yield* next(change(id, { to: "withdrawn", who: { by: "bob" } }))
        deepEqual(yield* history(id), [
          { kind: "asked", at: start, by: "an agent" },
          { kind: "shown", at: start + 1, lastAt: start + 4, ...ada },
          { kind: "opened", at: start + 2, ...ada },
          { kind: "shown", at: start + 3, by: "bob" },
          { kind: "approved", at: start + 5, by: approveDecision.by, from: approveDecision.from },
          { kind: "claimed", at: start + 6 },
          { kind: "done", at: start + 7 },
          { kind: "withdrawn", at: start + 8, ...ada }
        ])
      })
    )
  )

  suite.it(
    "records that approvals have expired, however the store finds it",
    using(({ add, change, sweep, history }, clock) =>
      Effect.gen(function* () {
        const [one, other] = [yield* add({}), yield* add({})]
        clock.now = one.expiresAt
        yield* change(one.id, { to: "expired" })
        yield* sweep()
        for (const { id } of [one, other])
          deepEqual((yield* history(id)).at(-1), { kind: "expired", at: one.expiresAt })
      })
    )
  )

  suite.it(
    "keeps a limited number of views, and none of unknown approvals",
    using(({ add, saw, history }, clock) =>
      Effect.gen(function* () {
        const { id } = yield* add({})
        const view = (by: number) => saw([id, "unknown"], { how: "opened", by: `person ${by}` })
        for (let by = 0; by < mostApprovalViews + 2; by++) yield* view(by)
        clock.now += 1
        yield* view(0)
        const events = yield* history(id)
        equal(events.length, 1 + mostApprovalViews)
        equal(events.find(({ by }) => by === "person 0")?.lastAt, clock.now)
        deepEqual(yield* history("unknown"), [])
        yield* saw([], { how: "opened" })
      })
    )
  )
}
