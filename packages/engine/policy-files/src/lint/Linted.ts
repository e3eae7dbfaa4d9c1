import type { ToolDefinition } from "@toolgate/core"
import type { Installed, PolicyConfig } from "@toolgate/policy"
import { groupsUntil, type SelectorMatch, selectorMatch } from "@toolgate/policy"

/** A policy as it is looked at: each file with the groups that it may use. */
export interface Linted {
  readonly files: ReadonlyArray<LintedFile>
  readonly tools: ReadonlyArray<ToolDefinition>
  /** The sandboxes of this machine; `undefined` where nobody knows. */
  readonly installed: Installed | undefined
  /** The home folder; `undefined` where there is none. */
  readonly home: string | undefined
  /** A tool by its name or an alias. */
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
