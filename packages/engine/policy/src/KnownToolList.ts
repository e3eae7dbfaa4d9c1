import type { NamedTool } from "./toolSelectors.ts"

/**
 * A list of the tools that rules may name: the initial tools, and tools that were added later. Nothing is ever removed
 * from the list, so the list holds the facts of a tool and not its definition: a tool that was removed can be forgotten.
 */
export class KnownToolList {
  private readonly byFacts: Map<string, NamedTool>

  constructor(tools: ReadonlyArray<NamedTool>) {
    this.byFacts = new Map(tools.map((tool) => [textOf(tool), factsOf(tool)]))
  }

  get all(): ReadonlyArray<NamedTool> {
    return [...this.byFacts.values()]
  }

  /** Whether the list holds a tool with these names and these declarations. */
  has(tool: NamedTool): boolean {
    return this.byFacts.has(textOf(tool))
  }

  add(tool: NamedTool): void {
    this.byFacts.set(textOf(tool), factsOf(tool))
  }
}

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
