import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "../config/PolicyConfig.ts"
import { parseRule } from "../config/parseRule.ts"

/**
 * Adds allow rules for a tool to the files at the given indexes. An invalid rule is ignored.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { addAllowRules, defaultConfig } from "@toolgate/policy"
 *
 * const [config] = addAllowRules([defaultConfig], [0], ["shell(npm test)"], { name: "shell" })
 * assert.deepEqual(
 *   config?.rules.allow.map(({ text }) => text),
 *   ["shell(npm test)"]
 * )
 * ```
 */
export const addAllowRules = (
  configs: ReadonlyArray<PolicyConfig>,
  places: ReadonlyArray<number>,
  texts: ReadonlyArray<string>,
  tool: Pick<ToolDefinition, "name">
): ReadonlyArray<PolicyConfig> => {
  const rules = texts.map((text) => ruleOf(text, tool))
  return configs.map((config, at) =>
    places.includes(at) ? { ...config, rules: { ...config.rules, allow: [...rules, ...config.rules.allow] } } : config
  )
}

const ruleOf = (text: string, { name }: Pick<ToolDefinition, "name">): Rule => {
  const parsed = parseRule(text)
  return typeof parsed === "string"
    ? { text, tool: name, pattern: text, source: "suggested" }
    : { text, tool: parsed.tool, pattern: parsed.pattern, source: "suggested" }
}
