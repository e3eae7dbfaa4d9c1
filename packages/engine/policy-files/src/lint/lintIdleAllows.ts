import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "@toolgate/policy"
import { collectGroups, confirmation, makeSelectorMatch } from "@toolgate/policy"

/**
 * Returns the allow rules of the last file that have no effect. The allow rules of a later file only answer questions
 * of that file, and the file never asks about their tools.
 */
export const lintIdleAllows = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): ReadonlyArray<Rule> => {
  const last = configs.at(-1)
  if (last === undefined || configs.length < 2) return []
  const matches = makeSelectorMatch(collectGroups(configs, configs.length - 1))
  const { of } = confirmation(last)
  const asks = (tool: ToolDefinition): boolean => {
    const known = of(tool, anyone)
    return typeof known === "function" || known.decision === "ask"
  }
  return last.rules.allow.filter((rule) => !tools.some((tool) => matches({ text: rule.tool }, tool) && asks(tool)))
}

const anyone = { principal: { agent: "default", ceiling: { tools: "any" } }, caller: { kind: "direct" } } as const
