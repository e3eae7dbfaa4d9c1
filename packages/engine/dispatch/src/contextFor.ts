import { calledBy, type DispatchContext, type ToolCall } from "@toolgate/core"

/**
 * Returns the context of a call: that of its edge, unless a program of a provider's makes the call. The call is one of a chain then,
 * which no tool takes that has not said so. Never throws: a call that cannot be read is refused as malformed.
 */
export const contextFor = (call: ToolCall, context: DispatchContext): DispatchContext => {
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
