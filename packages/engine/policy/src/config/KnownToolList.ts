import type { NamedTool } from "./toolSelectors.ts"

/**
 * The tools that rules may name: the initial tools, and tools that were added later. Entries are never removed, so the
 * list stores the facts about a tool instead of its definition. The definition of a removed tool can then be
 * garbage-collected.
 */
export class KnownToolList {
  private readonly byFacts = new Map<string, NamedTool>()
  private readonly names = new Set<string>()

  constructor(tools: ReadonlyArray<NamedTool>) {
    for (const tool of tools) this.add(tool)
  }

  get all(): ReadonlyArray<NamedTool> {
    return [...this.byFacts.values()]
  }

  /** Whether the list holds a tool with these names and these declarations. */
  has(tool: NamedTool): boolean {
    return this.byFacts.has(textOf(tool))
  }

  /** Whether a tool of the list has this name or alias. */
  hasName(name: string): boolean {
    return this.names.has(name)
  }

  add(tool: NamedTool): void {
    this.byFacts.set(textOf(tool), factsOf(tool))
    for (const name of listToolNames(tool)) this.names.add(name)
  }
}

/** Returns the name and the aliases of a tool. */
export const listToolNames = ({ name, aliases }: Pick<NamedTool, "name" | "aliases">): ReadonlyArray<string> => [
  name,
  ...aliases
]

const factsOf = ({ name, aliases, sideEffects, effects, category, resources }: NamedTool): NamedTool => ({
  name,
  aliases,
  sideEffects,
  effects,
  category,
  resources
})

const textOf = ({ name, aliases, sideEffects, effects, category, resources }: NamedTool): string =>
  JSON.stringify([name, aliases, sideEffects, effects, category, resources.map((one) => Object.entries(one).sort())])
