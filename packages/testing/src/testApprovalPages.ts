import { deepEqual } from "node:assert/strict"
import { type ApprovalFilter, type ApprovalState, approvalStates, type StoredApproval } from "@toolgate/core"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { approveDecision } from "./makeNewApproval.ts"
import { runs } from "./runs.ts"
import type { UseApprovalStore } from "./StoreInTest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** The cases of `testApprovalStore` about pages. */
export const testApprovalPages = (suite: SuiteFunctions, using: UseApprovalStore): void => {
  suite.it(
    "lists any page of any selection, also after an approval that has ended",
    using(({ add, list, change }) =>
      Effect.gen(function* () {
        for (let at = 0; at < 24; at++) {
          const { id } = yield* add({ session: `s${at % 2}`, agent: `a${at % 3}`, tool: `t${at % 5}`, waits: false })
          for (const to of ways[at % ways.length] ?? [])
            yield* change(
              id,
              to === "approved"
                ? { to, decision: approveDecision }
                : to === "denied"
                  ? { to, decision: { ...approveDecision, decision: "deny" } }
                  : to === "claimed"
                    ? { to, digest: "the digest", mac: "the code" }
                    : { to }
            )
        }
        const all = yield* list()
        const pages = fc.asyncProperty(filters(all), async (filter) =>
          deepEqual(await Effect.runPromise(list(filter)), select(all, filter))
        )
        yield* Effect.promise(() => fc.assert(pages, runs(400)))
        deepEqual(yield* list({ after: "unknown" }), [])
      })
    )
  )
}

/** The ways of approvals to several states. */
const ways: ReadonlyArray<ReadonlyArray<Exclude<ApprovalState, "open" | "expired">>> = [
  [],
  [],
  ["approved"],
  ["denied"],
  ["withdrawn"],
  ["approved", "claimed"],
  ["approved", "claimed", "done"],
  ["approved", "claimed", "done", "withdrawn"],
  ["approved", "claimed", "unknown"]
]

const filters = (all: ReadonlyArray<StoredApproval>): fc.Arbitrary<ApprovalFilter> =>
  fc.record(
    {
      session: fc.constantFrom("s0", "s1", "s2"),
      agent: fc.constantFrom("a0", "a1", "a2"),
      tool: fc.constantFrom("t0", "t1", "t4"),
      states: fc.subarray([...approvalStates], { minLength: 1 }),
      after: fc.constantFrom(...all.map(({ id }) => id)),
      limit: fc.integer({ min: 1, max: 30 }),
      newestFirst: fc.boolean()
    },
    { requiredKeys: [] }
  )

/** Selects a page in the plainest way. `all` is in the order of asking. */
const select = (all: ReadonlyArray<StoredApproval>, filter: ApprovalFilter): ReadonlyArray<StoredApproval> => {
  const { session, agent, tool, states, after, limit = all.length, newestFirst = false } = filter
  const ordered = newestFirst ? all.toReversed() : all
  return ordered
    .slice(ordered.findIndex(({ id }) => id === after) + 1)
    .filter((one) => session === undefined || one.session === session)
    .filter((one) => agent === undefined || one.agent === agent)
    .filter((one) => tool === undefined || one.tool === tool)
    .filter((one) => states === undefined || states.includes(one.state))
    .slice(0, limit)
}
