import type { ToolDefinition } from "@toolgate/core"
import type { ToolRule } from "@toolgate/policy"
import { rulesFor } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"

/** What a file says of one tool, or by default of all others, with the tools that it is about. */
export interface LintedToolRule {
  readonly rule: ToolRule
  /** As in `tool "a"`. */
  readonly whose: string
  /** Those that are known; and one that stands for the others, which has nothing but a name. */
  readonly tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases"> & Partial<ToolDefinition>>
  readonly isFirst: boolean
}

/** Every rule about single tools, file by file. */
export const lintedToolRules = ({ files, tools, toolNamed }: Linted): ReadonlyArray<LintedToolRule> =>
  files.flatMap(({ config }, file) => {
    const isFirst = file === 0
    const named = [...config.tools].map(([name, rule]) => ({
      rule,
      whose: `tool "${name}"`,
      tools: [toolNamed(name) ?? { name, aliases: [] }],
      isFirst
    }))
    const rule = config.default
    if (rule === undefined) return named
    const others = tools.filter((tool) => rulesFor(config, tool).includes(rule))
    return [{ rule, whose: "the tools of the default", tools: [...others, unknown], isFirst }, ...named]
  })

// No tool has this name.
const unknown = { name: "", aliases: [] }
