import { getToolRules, type ToolRules } from "../config/getToolRules.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { makeConstantPart } from "./makeConstantPart.ts"

/**
 * Returns the part of a policy that holds the list of tools. If the default refuses tools, a tool that is not listed is
 * denied.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePolicy, toolList } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\ndefault: { allowed: false }\ntools: { read_file: { allowed: true } }"
 * const { judge } = makePolicy([toolList(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
 * const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
 * assert.deepEqual([decide("read_file"), decide("shell")], ["allow", "deny"])
 * ```
 */
export const toolList = (config: ToolRules): PolicyPart =>
  makeConstantPart("tools", (tool) =>
    getToolRules(config, tool).flatMap((rule): ReadonlyArray<Finding> => {
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
