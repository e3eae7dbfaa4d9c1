import type { NamedTool } from "./toolSelectors.ts"

/**
 * A list of the tools that rules may name: the initial tools, and tools that were added later. Nothing is ever removed
 * from the list, so the list holds the facts of a tool and not its definition: a tool that was removed can be forgotten.
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
    for (const name of namesOf(tool)) this.names.add(name)
  }
}

/** Returns the name and the aliases of a tool. */
export const namesOf = ({ name, aliases }: Pick<NamedTool, "name" | "aliases">): ReadonlyArray<string> => [
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
