import { describeUnknownName, type Tool } from "@toolgate/core"

/** The tools that were there before the catalogues, by their names and aliases. */
export class KnownTools {
  private readonly byName: ReadonlyMap<string, Tool>

  constructor(tools: ReadonlyArray<Tool>) {
    this.byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)))
  }

  get(name: string): Tool | undefined {
    return this.byName.get(name)
  }

  /** Returns the message about a name that no known tool has, with the nearest name. */
  unknown(name: string, where: string): string {
    return describeUnknownName("tool", name, [...this.byName.keys()], { where })
  }
}
