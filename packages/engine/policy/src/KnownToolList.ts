import type { NamedTool } from "./toolSelectors.ts"

/**
 * A list of the tools that rules may name: the initial tools, and tools that were added later. Nothing is ever removed
 * from the list.
 */
export class KnownToolList {
  private readonly byFacts: Map<string, NamedTool>

  constructor(tools: ReadonlyArray<NamedTool>) {
    this.byFacts = new Map(tools.map((tool) => [factsOf(tool), tool]))
  }

  get all(): ReadonlyArray<NamedTool> {
    return [...this.byFacts.values()]
  }

  /** Whether the list holds a tool with these names and these declarations. */
  has(tool: NamedTool): boolean {
    return this.byFacts.has(factsOf(tool))
  }

  add(tool: NamedTool): void {
    this.byFacts.set(factsOf(tool), tool)
  }
}

const factsOf = ({ name, aliases, sideEffects, effects, category, resources }: NamedTool): string =>
  JSON.stringify([name, aliases, sideEffects, effects, category, resources.map((one) => Object.entries(one).sort())])
