import type { ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "./PolicyConfig.ts"

/** What of a configuration is about single tools. */
export type ToolRules = Pick<PolicyConfig, "default" | "tools">

/** The rules of a tool, by its name and its aliases, all of which hold; else the default, if there is one. */
export const rulesFor = (
  { default: fallback, tools }: ToolRules,
  { name, aliases }: Pick<ToolDefinition, "name" | "aliases">
): ReadonlyArray<ToolRule> => {
  const named = [name, ...aliases].flatMap((one) => tools.get(one) ?? [])
  return named.length > 0 || fallback === undefined ? named : [fallback]
}
