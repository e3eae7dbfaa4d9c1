import type { NamedTool } from "./toolSelectors.ts"

/** The tools that rules may speak of: those of the start, and those that came later. What was learned of one is never forgotten. */
export class KnownToolList {
  private readonly byFacts: Map<string, NamedTool>

  constructor(tools: ReadonlyArray<NamedTool>) {
    this.byFacts = new Map(tools.map((tool) => [factsOf(tool), tool]))
  }

  get all(): ReadonlyArray<NamedTool> {
    return [...this.byFacts.values()]
  }

  /** Whether a tool of these names, that says the same of itself, is among them. */
  has(tool: NamedTool): boolean {
    return this.byFacts.has(factsOf(tool))
  }

  add(tool: NamedTool): void {
    this.byFacts.set(factsOf(tool), tool)
  }
}

const factsOf = ({ name, aliases, sideEffects, effects, category, resources }: NamedTool): string =>
  JSON.stringify([name, aliases, sideEffects, effects, category, resources.map((one) => Object.entries(one).sort())])
