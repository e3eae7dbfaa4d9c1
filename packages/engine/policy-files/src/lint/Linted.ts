import type { ToolDefinition } from "@toolgate/core"
import type { Installed, PolicyConfig } from "@toolgate/policy"
import { collectGroups, makeSelectorMatch, type SelectorMatch } from "@toolgate/policy"

/** A policy to lint, with the groups that each file may use. */
export interface Linted {
  readonly files: ReadonlyArray<LintedFile>
  readonly tools: ReadonlyArray<ToolDefinition>
  /** The sandboxes of this machine, if known. */
  readonly installed: Installed | undefined
  /** The home folder, if known. */
  readonly home: string | undefined
  /** Returns the tool with this name or alias, or `undefined`. */
  readonly toolNamed: (name: string) => ToolDefinition | undefined
}

export interface LintedFile {
  readonly config: PolicyConfig
  readonly matches: SelectorMatch
}

export const prepareLint = (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>,
  { installed, home }: Pick<Linted, "installed" | "home">
): Linted => {
  const byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)))
  return {
    files: configs.map((config, i) => ({
      config,
      matches: makeSelectorMatch(collectGroups(configs, i))
    })),
    tools,
    installed,
    home,
    toolNamed: (name) => byName.get(name)
  }
}
