import { explainWhyAlone } from "@toolgate/core"
import type { PolicyPart } from "../PolicyPart.ts"
import { constantPart } from "./constantPart.ts"

/**
 * The part of a policy that denies a call in a turn of several calls if its tool is only called alone. A turn with such a
 * call is refused as a whole; the part is for a tool that came or changed since. It stands last, so that an agent learns no more of a
 * hidden tool in a turn than by a call alone.
 */
export const turnCallers: PolicyPart = constantPart("turnCallers", (tool, { caller }) => {
  const why = caller.kind === "direct" && caller.chain !== undefined ? explainWhyAlone(tool) : undefined
  return why === undefined
    ? []
    : [
        {
          because: { layer: "tool", rule: "turn of several calls", source: tool.name },
          effect: "deny",
          said: `Tool "${tool.name}" ${why}. Make this call in a separate turn.`,
          change: "Call the tool in a separate turn."
        }
      ]
})
