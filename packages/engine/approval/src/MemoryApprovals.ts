import {
  ApprovalStore,
  type Approvals,
  type PendingApprovals,
  type ResumableCalls,
  type ToolEvents
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MemoryApprovalStore from "./MemoryApprovalStore.ts"
import { createMemoryKey } from "./memoryKeys.ts"
import { type ApprovalsOptions, checkOptions, makeServices } from "./StoredApprovals.ts"

/**
 * Asks people through `onAsk` and any number of clients, and stores questions and answers in memory. Also provides the
 * store. A restart withdraws the questions and forgets the answers. Throws if the options are invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { MemoryApprovals } from "toolgate/effect"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "Deployed."
 * const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
 * const approvals = MemoryApprovals.layer({
 *   onAsk: () => ({ decision: "deny", reason: "The terminal is unattended." }),
 *   timeoutMs: 60_000
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
 * const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * assert.equal(error?.why, "UserDenied")
 * ```
 */
export const layer = (
  options: ApprovalsOptions = {}
): Layer.Layer<Approvals | PendingApprovals | ResumableCalls | ApprovalStore, never, ToolEvents> => {
  checkOptions(options)
  return Layer.effectContext(
    Effect.suspend(() => {
      const store = MemoryApprovalStore.make()
      const key = createMemoryKey(store)
      return Effect.map(makeServices(store, false, { ...options, key }), Context.add(ApprovalStore, store))
    })
  )
}
