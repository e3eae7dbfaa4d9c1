import type { Caller, ChainCaller, DispatchContext } from "./DispatchContext.ts"
import { calledBy, type ToolCall } from "./ToolCall.ts"

/**
 * Whether another call of this gate makes the call. A program at a provider does not count, because it does not run here.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isChild } from "@toolgate/core"
 *
 * const parent = { kind: "chain", parent: "1", chain: "1", index: 0 } as const
 * assert.equal(isChild(parent), true)
 * // A program at a provider is not a call of this gate.
 * assert.equal(isChild({ ...parent, provider: "anthropic" }), false)
 * ```
 */
export const isChild = (caller: Caller): caller is ChainCaller =>
  caller.kind === "chain" && caller.provider === undefined

/**
 * Whether the agent itself makes the call, outside a turn of several calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isAlone } from "@toolgate/core"
 *
 * assert.equal(isAlone({ kind: "direct" }), true)
 * // This is one of several calls of a turn.
 * assert.equal(isAlone({ kind: "direct", chain: "turn 1", index: 0 }), false)
 * ```
 */
export const isAlone = (caller: Caller): boolean => caller.kind === "direct" && caller.chain === undefined

/**
 * Returns the caller of a child call. `index` is its number among the child calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeChildCaller } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { callId, context } = makePermissionRequest({ id: "7" })
 * assert.deepEqual(makeChildCaller({ callId, context }, 0), { kind: "chain", parent: "7", chain: "7", index: 0 })
 * ```
 */
export const makeChildCaller = (
  parent: { readonly callId: string; readonly context: DispatchContext },
  index: number
) => {
  const { caller } = parent.context
  // A turn or a program at a provider is not a call: the chain starts here.
  const chain = isChild(caller) ? caller.chain : parent.callId
  return { kind: "chain", parent: parent.callId, chain, index } satisfies ChainCaller
}

/**
 * Returns the context of a call: that of its edge, or a chain context if a program at a provider makes the call. Only
 * tools with "chain" among their callers accept such calls. Never throws: a call that cannot be read is refused later.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { calledBy, getCallContext } from "@toolgate/core"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { context } = makePermissionRequest()
 * // A program at a provider makes this call.
 * const call = { id: "1", tool: "echo", args: {}, [calledBy]: { provider: "anthropic", parent: "p1", index: 0 } }
 * const { caller } = getCallContext(call, context)
 * assert.deepEqual(caller, { kind: "chain", parent: "p1", chain: "p1", index: 0, provider: "anthropic" })
 * assert.equal(getCallContext({ id: "2", tool: "echo", args: {} }, context), context)
 * ```
 */
export const getCallContext = (call: ToolCall, context: DispatchContext): DispatchContext => {
  const { caller } = context
  if (caller.kind === "chain") return context
  try {
    const program = call[calledBy]
    if (program === undefined) return context
    const { provider, parent, index } = program
    return {
      ...context,
      caller: { kind: "chain", parent, chain: caller.chain ?? parent, index: caller.index ?? index, provider }
    }
  } catch {
    return context
  }
}
