import { constantPart } from "./constantPart.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { ruleFor } from "./routing.ts"

/** The tools that there are for this policy: what the default refuses and the list does not name is denied. */
export const toolList = (config: Pick<PolicyConfig, "default" | "tools">): PolicyPart =>
  constantPart("tools", (tool) => {
    const rule = ruleFor(config, tool)
    if (rule === undefined) return []
    const isDefault = rule === config.default
    const because = {
      layer: "tools",
      rule: isDefault ? `default allowed: ${rule.allowed}` : `tools ${tool.name}`,
      source: rule.source
    }
    if (rule.allowed) return isDefault ? [] : [{ because, effect: "allow", said: `Tool "${tool.name}" is listed.` }]
    return [
      {
        because,
        effect: "deny",
        said: isDefault
          ? `Tool "${tool.name}" is not listed, and the default is to refuse.`
          : `Tool "${tool.name}" is listed as not allowed.`,
        change: isDefault ? `Add "${tool.name}" to tools.` : "Set allowed to true there."
      }
    ]
  })
