import type { ToolDefinition } from "@toolgate/core"
import type { ToolRule } from "@toolgate/policy"
import { getToolRules } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"

/** A file's settings for one tool, or its default settings, with the affected tools. */
export interface LintedToolRule {
  readonly rule: ToolRule
  /** The name of the tools in a sentence, as in `tool "a"`. */
  readonly whose: string
  /** The known tools, followed, for a default, by a stand-in for all others that has only a name. */
  readonly tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases"> & Partial<ToolDefinition>>
  readonly isFirst: boolean
}

/** Lists every entry about tools, file by file. */
export const listToolRules = ({ files, tools, toolNamed }: Linted): ReadonlyArray<LintedToolRule> =>
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
    const others = tools.filter((tool) => getToolRules(config, tool).includes(rule))
    return [{ rule, whose: "the tools of the default", tools: [...others, unknown], isFirst }, ...named]
  })

// A real tool cannot have this name.
const unknown = { name: "", aliases: [] }
