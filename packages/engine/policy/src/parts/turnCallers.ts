import { explainWhyAlone } from "@toolgate/core"
import type { PolicyPart } from "../PolicyPart.ts"
import { makeConstantPart } from "./makeConstantPart.ts"

/**
 * The part of a policy that denies a call in a turn of several calls if its tool is only called alone. The gate
 * already refuses a turn with such a call as a whole; this part covers a tool that was added or changed since. The
 * part comes last, so that a turn reveals no more about a hidden tool than a single call does.
 */
export const turnCallers: PolicyPart = makeConstantPart("turns", (tool, { caller }) => {
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
