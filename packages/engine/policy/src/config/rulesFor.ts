import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "./PolicyConfig.ts"

/** The entries of a configuration about single tools. */
export type ToolRules = Pick<PolicyConfig, "default" | "tools">

/**
 * Returns the entries for a tool by its name and its aliases, all of which hold. If there are none, returns the
 * default, if the configuration has one.
 */
export const rulesFor = (
  { default: fallback, tools }: ToolRules,
  { name, aliases }: Pick<ToolDefinition, "name" | "aliases">
): ReadonlyArray<ToolRule> => {
  const named = [name, ...aliases].flatMap((one) => tools.get(one) ?? [])
  return named.length > 0 || fallback === undefined ? named : [fallback]
}
