import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "./PolicyConfig.ts"

/** The entries of a configuration about single tools. */
export type ToolRules = Pick<PolicyConfig, "default" | "tools">

/**
 * Returns every entry for a tool's name and aliases; all of them apply. Without such an entry, returns the default, if
 * the configuration has one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getToolRules } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const config = Effect.runSync(parsePolicy("version: 1\ntools: { shell: { allowed: false } }", "toolgate.yaml"))
 * const rules = getToolRules(config, { name: "run", aliases: ["shell"] })
 * assert.deepEqual(
 *   rules.map(({ allowed }) => allowed),
 *   [false]
 * )
 * ```
 */
export const getToolRules = (
  { default: fallback, tools }: ToolRules,
  { name, aliases }: Pick<ToolDefinition, "name" | "aliases">
): ReadonlyArray<ToolRule> => {
  const named = [name, ...aliases].flatMap((one) => tools.get(one) ?? [])
  return named.length > 0 || fallback === undefined ? named : [fallback]
}
