import type { ToolDefinition } from "@toolgate/core"
import type { ToolRule } from "@toolgate/policy"
import { rulesFor } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"

/** A file's settings for one tool, or for all tools without settings of their own, with the tools concerned. */
export interface LintedToolRule {
  readonly rule: ToolRule
  /** The name of the tools in a sentence, as in `tool "a"`. */
  readonly whose: string
  /** The known tools, followed, for a default, by a stand-in for all others that has only a name. */
  readonly tools: ReadonlyArray<Pick<ToolDefinition, "name" | "aliases"> & Partial<ToolDefinition>>
  readonly isFirst: boolean
}

/** Returns every entry about tools, file by file. */
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

// The stand-in has a name that no tool can have.
const unknown = { name: "", aliases: [] }
