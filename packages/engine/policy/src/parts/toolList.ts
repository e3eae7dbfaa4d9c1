import { rulesFor, type ToolRules } from "../config/rulesFor.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { constantPart } from "./constantPart.ts"

/**
 * Returns the part of a policy that holds the list of tools. If the default refuses tools, a tool that is not listed is
 * denied.
 */
export const toolList = (config: ToolRules): PolicyPart =>
  constantPart("tools", (tool) =>
    rulesFor(config, tool).flatMap((rule): ReadonlyArray<Finding> => {
      const isDefault = rule === config.default
      const layer = { layer: "tools", source: rule.source }
      if (isDefault)
        return rule.allowed
          ? []
          : [
              {
                because: { ...layer, rule: "default allowed: false" },
                effect: "deny",
                said: `Tool "${tool.name}" is not listed, and the default is to refuse.`,
                change: `Add "${tool.name}" to tools.`
              }
            ]
      const because = { ...layer, rule: `tools ${tool.name}` }
      return rule.allowed
        ? [{ because, effect: "allow", said: `Tool "${tool.name}" is listed.` }]
        : [
            {
              because,
              effect: "deny",
              said: `Tool "${tool.name}" is listed as not allowed.`,
              change: `Set "allowed" to true in the entry of "${tool.name}" under tools.`
            }
          ]
    })
  )
