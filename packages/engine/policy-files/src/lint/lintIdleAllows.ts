import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, Rule } from "@toolgate/policy"
import { collectGroups, confirmation, makeSelectorMatch } from "@toolgate/policy"

/**
 * Returns the allow rules of the last file that have no effect. The allow rules of a later file only answer questions
 * of that file, and the file never asks about their tools.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig } from "@toolgate/policy"
 * import { lintIdleAllows, parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 * import { shell } from "toolgate"
 *
 * const known = { groups: new Set<string>(), roles: new Set<string>() }
 * const text = 'version: 1\nrules: { allow: ["shell(make)"] }'
 * const project = Effect.runSync(parsePolicy(text, "toolgate.yaml", { known }))
 * // The project's file asks about nothing, so its rule answers nothing.
 * const idle = lintIdleAllows([defaultConfig, project], [shell])
 * assert.deepEqual(
 *   idle.map((rule) => rule.text),
 *   ["shell(make)"]
 * )
 * ```
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
