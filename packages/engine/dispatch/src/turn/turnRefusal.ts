import {
  type DispatchContext,
  type Gated,
  quoted,
  type Refused,
  refuse,
  refused,
  type ToolCall,
  type ToolDefinition,
  type Visibility
} from "@toolgate/core"
import * as Exit from "effect/Exit"
import type { Step } from "./readSteps.ts"

/**
 * Returns the reason to refuse a turn of several calls as a whole, if there is one: a call that may change something, and whose tool
 * takes no calls of chains, or a call that hands work to an agent or a person.
 */
export const turnRefusal = (
  steps: ReadonlyArray<Step>,
  toolOf: (name: string) => ToolDefinition | undefined
): Refused | undefined => {
  for (const { call, tool } of steps) {
    const definition = toolOf(tool)
    const why = definition === undefined ? undefined : whyAlone(definition)
    if (why !== undefined)
      return refused(
        "PolicyDenied",
        `Nothing of this turn ran. Its call ${quoted(call.id)} is one of ${quoted(tool)}, which ${why}. Make that call in a turn of its own, and the others in another.`
      )
  }
  return undefined
}

/**
 * Refuses a call of a turn of several whose tool is not called in one. The turn was refused as a whole if that was known when it began:
 * a tool may have come, or changed, since, and a hook may have named another one. About a tool that the agent is not told of, the policy
 * has the word.
 */
export const withinTurn = (
  { id }: ToolCall,
  tool: ToolDefinition,
  context: DispatchContext,
  { visible }: Pick<Visibility["Service"], "visible">
): Gated<void> => {
  const { caller } = context
  const why = caller.kind === "direct" && caller.chain !== undefined ? whyAlone(tool) : undefined
  return why === undefined || !visible(context).includes(tool)
    ? Exit.void
    : refuse(
        "PolicyDenied",
        `The call ${quoted(id)} did not run: its tool ${quoted(tool.name)} ${why}. Make it in a turn of its own.`
      )
}

const whyAlone = (tool: ToolDefinition): string | undefined => {
  if (tool.escalates === true || tool.category === "routing")
    return "hands work to somebody else and is never called in a turn of several calls"
  return isReadOnly(tool) || tool.callers.includes("chain")
    ? undefined
    : 'may change something and does not have "chain" among its callers'
}

/** Whether a tool changes nothing. */
export const isReadOnly = ({ sideEffects }: ToolDefinition): boolean => sideEffects === "NONE" || sideEffects === "READ"
