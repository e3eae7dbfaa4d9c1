import type { PolicyPart } from "../PolicyPart.ts"
import { constantPart } from "./constantPart.ts"

/**
 * The part of a policy that denies a call if the tool does not take calls of that kind. The kinds are an agent's own
 * call and a call that another call makes.
 */
export const callers: PolicyPart = constantPart("callers", (tool, { caller }) => {
  const because = { layer: "tool", rule: `callers: ${tool.callers.join(", ")}`, source: tool.name }
  return tool.callers.includes(caller.kind)
    ? []
    : [
        {
          because,
          effect: "deny",
          said: `Tool "${tool.name}" does not take ${caller.kind} calls.`,
          change: `Add "${caller.kind}" to the callers of the tool's definition.`
        }
      ]
})
