import * as Context from "effect/Context"

/**
 * Identifies tools that are registered together, such as the tools of one server. If first definitions of a source are
 * approved on first use, this applies to the whole batch; later tools of a known source are not approved. Absent: each
 * tool is its own batch.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolBatch } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * // A source registers all of its tools as one batch.
 * const batch = { source: "search server" }
 * const register = Effect.map(ToolBatch, (one) => one === batch)
 * assert.equal(await Effect.runPromise(Effect.provideService(register, ToolBatch, batch)), true)
 * ```
 */
export const ToolBatch = Context.Reference<object | undefined>("@toolgate/core/ToolBatch", {
  defaultValue: () => undefined
})
