import type { PolicyPart } from "../PolicyPart.ts"
import { makeConstantPart } from "./makeConstantPart.ts"

/**
 * The part of a policy that denies a call if the tool does not accept calls of that kind: an agent's own call, or a
 * call that another call makes.
 */
export const callers: PolicyPart = makeConstantPart("callers", (tool, { caller }) => {
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
