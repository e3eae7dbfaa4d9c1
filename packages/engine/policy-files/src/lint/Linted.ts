import type { ToolDefinition } from "@toolgate/core"
import type { Installed, PolicyConfig } from "@toolgate/policy"
import { groupsUntil, type SelectorMatch, selectorMatch } from "@toolgate/policy"

/** A policy that is linted, with the groups that each file may use. */
export interface Linted {
  readonly files: ReadonlyArray<LintedFile>
  readonly tools: ReadonlyArray<ToolDefinition>
  /** The sandboxes of this machine; `undefined` if they are unknown. */
  readonly installed: Installed | undefined
  /** The home folder; `undefined` if there is none. */
  readonly home: string | undefined
  /** Returns the tool with this name or alias; `undefined` if no tool has it. */
  readonly toolNamed: (name: string) => ToolDefinition | undefined
}

export interface LintedFile {
  readonly config: PolicyConfig
  readonly matches: SelectorMatch
}

export const lintedOf = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>,
  { installed, home }: Pick<Linted, "installed" | "home">
): Linted => {
  const byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)))
  return {
    files: configs.map((config, i) => ({
      config,
      matches: selectorMatch(groupsUntil(configs, i))
    })),
    tools,
    installed,
    home,
    toolNamed: (name) => byName.get(name)
  }
}
