import type { ToolDefinition } from "@toolgate/core"
import { commands } from "./commands.ts"
import { hosts } from "./hosts.ts"
import { names } from "./names.ts"
import { paths } from "./paths.ts"
import type { RuleKind } from "./RuleKind.ts"

/** Returns the text of a policy file with rules of all kinds in turn. Every second rule denies. */
export const writeRulesFile = (
  rules: number
): { readonly text: string; readonly tools: ReadonlyArray<ToolDefinition> } => {
  const kinds: ReadonlyArray<RuleKind> = [names("deny", rules), paths("deny"), commands("deny"), hosts("deny")]
  const lines = Array.from({ length: rules >> 1 }, (_, number) => {
    const { tool, pattern } = (kinds[number % kinds.length] ?? paths("deny")).rule(number)
    return `    - "${pattern === undefined ? tool : `${tool}(${pattern})`}"`
  })
  return {
    text: ["version: 1", "rules:", "  deny:", ...lines, "  allow:", ...lines, ""].join("\n"),
    tools: kinds.flatMap(({ tools }) => tools)
  }
}
