import { deepEqual, equal, notEqual, ok } from "node:assert/strict"
import { type Approval, type ApprovalQuestion, Approvals, type Refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { makeExecutionGrant, makePermissionRequest, makeToolDefinition } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** The behaviour of the person who is asked. `breaks` means that delivering the answer fails. */
export type Behaviour = "approves" | "approves for the session" | "denies" | "breaks" | "never answers"

/** Makes the port with a person of this behaviour. Calls `asked` for each question. */
export type ApprovalsAdapter = (behaviour: Behaviour, asked: () => void) => Layer.Layer<Approvals, unknown>

/**
 * The contract suite of `Approvals`: an approval covers one call, any answer other than yes is a no, unneeded questions
 * are withdrawn, and an answer for the session covers only equal calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovals } from "@toolgate/approval"
 * import type { ApprovalDecision } from "@toolgate/core"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import { testApprovals } from "@toolgate/testing"
 * import * as Layer from "effect/Layer"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const answers: Readonly<Record<string, ApprovalDecision>> = {
 *   approves: { decision: "approve" },
 *   "approves for the session": { decision: "approve", scope: "session" },
 *   denies: { decision: "deny" }
 * }
 * testApprovals({ describe, it }, (behaviour, asked) => {
 *   const answer =
 *     answers[behaviour] ?? (behaviour === "breaks" ? Promise.reject(new Error()) : new Promise<never>(() => {}))
 *   const onAsk = () => {
 *     asked()
 *     return answer
 *   }
 *   return MemoryApprovals.layer({ onAsk }).pipe(Layer.provide(BoundedToolEvents.layer))
 * })
 * await cases[0]?.()
 * assert(cases.length > 1)
 * ```
 */
export const testApprovals = (suite: SuiteFunctions, adapter: ApprovalsAdapter): void => {
  const run = async <A>(
    behaviour: Behaviour,
    use: (approvals: Approvals["Service"], asked: () => number) => Effect.Effect<A>
  ): Promise<A> => {
    let times = 0
    const layer = adapter(behaviour, () => times++)
    return await Effect.runPromise(
      Effect.flatMap(Approvals, (approvals) => use(approvals, () => times)).pipe(
        Effect.provide(layer)
      ) as Effect.Effect<A>
    )
  }
  const answer = (approvals: Approvals["Service"], asked: ApprovalQuestion): Effect.Effect<Approval | Refused> =>
    Effect.catch(approvals.obtain(asked), (refusal) => Effect.succeed(refusal))

  suite.describe("approvals", () => {
    suite.it("are given for one call each, with a unique id and the waiting time", async () => {
      const [first, second] = await run("approves", (approvals) =>
        Effect.all([answer(approvals, question()), answer(approvals, question())])
      )
      ok("id" in first && "id" in second, "A yes is an approval.")
      notEqual(first.id, second.id)
      ok(first.waitedMs >= 0)
    })

    for (const behaviour of ["denies", "breaks"] as const)
      suite.it(`deny the call if the person ${behaviour}`, async () => {
        const refusal = await run(behaviour, (approvals) => answer(approvals, question()))
        ok("why" in refusal && refusal.message.length > 0, "A no is a refusal that says so.")
        equal(refusal.slug, "permission_denied")
      })

    suite.it("are withdrawn when the call is cancelled", async () => {
      const left = await run("never answers", (approvals, asked) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(answer(approvals, question()))
          while (asked() === 0) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          return asked()
        })
      )
      equal(left, 1)
    })

    suite.it("for the session answer only the same call again", async () => {
      const asked = await run("approves for the session", (approvals, times) =>
        Effect.gen(function* () {
          const counts: Array<number> = []
          for (const one of [question(), question(), question({ path: "b" }), question({}, "other"), question()]) {
            yield* answer(approvals, one)
            counts.push(times())
          }
          return counts
        })
      )
      deepEqual(asked, [1, 1, 2, 3, 3])
    })
  })
}

const tool = makeToolDefinition({ name: "write_file", sideEffects: "WRITE" })

const question = (args: { readonly path?: string } = {}, session = "s"): ApprovalQuestion => ({
  request: makePermissionRequest({ args, context: { session } }, tool),
  because: { layer: "confirmation", rule: "default WRITE: prompt", source: "test" },
  why: "A person has to confirm it.",
  covers: "call",
  grant: makeExecutionGrant(),
  onlyOnce: false
})
