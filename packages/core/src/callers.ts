import type { Caller, ChainCaller, DispatchContext } from "./DispatchContext.ts"
import { calledBy, type ToolCall } from "./ToolCall.ts"

/** Whether another call of this gate makes the call. A program at a provider does not count, because it does not run here. */
export const isChild = (caller: Caller): caller is ChainCaller =>
  caller.kind === "chain" && caller.provider === undefined

/** Whether the agent itself makes the call, outside a turn of several calls. */
export const isAlone = (caller: Caller): boolean => caller.kind === "direct" && caller.chain === undefined

/** Returns the caller of a child call. `index` is its number among the child calls. */
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
