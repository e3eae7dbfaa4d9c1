import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "@toolgate/policy"
import { confirmation, groupsUntil, selectorMatch } from "@toolgate/policy"

/**
 * Returns the allow rules of the last file that answer nothing. The allow rules of a later file answer the questions of
 * that file only, and the file asks no question about their tools.
 */
export const idleAllows = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): ReadonlyArray<Rule> => {
  const last = configs.at(-1)
  if (last === undefined || configs.length < 2) return []
  const matches = selectorMatch(groupsUntil(configs, configs.length - 1))
  const { of } = confirmation(last)
  const asks = (tool: ToolDefinition): boolean => {
    const known = of(tool, anyone)
    return typeof known === "function" || known.decision === "ask"
  }
  return last.rules.allow.filter((rule) => !tools.some((tool) => matches({ text: rule.tool }, tool) && asks(tool)))
}

const anyone = { principal: { agent: "default", ceiling: { tools: "any" } }, caller: { kind: "direct" } } as const
