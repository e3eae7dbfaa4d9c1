import type { Caller, ChainCaller, DispatchContext } from "./DispatchContext.ts"
import { calledBy, type ToolCall } from "./ToolCall.ts"

/** Whether another call of the gate makes the call. A provider's program is no such call: nothing here waits for what it calls. */
export const isChild = (caller: Caller): caller is ChainCaller =>
  caller.kind === "chain" && caller.provider === undefined

/** Whether the agent itself makes the call, and in no turn of several calls. */
export const isAlone = (caller: Caller): boolean => caller.kind === "direct" && caller.chain === undefined

/** Returns the caller of a call that another call makes. `index` is its number among the calls of that call. */
export const makeChildCaller = (
  parent: { readonly callId: string; readonly context: DispatchContext },
  index: number
) => {
  const { caller } = parent.context
  // A turn and a program at a provider are no calls: the chain begins here.
  const chain = isChild(caller) ? caller.chain : parent.callId
  return { kind: "chain", parent: parent.callId, chain, index } satisfies ChainCaller
}

/**
 * Returns the context of a call: that of its edge, unless a program at a provider makes the call. Such a call is one of a chain, which
 * only tools with "chain" among their callers take. Never throws: the gate refuses a call that cannot be read.
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
