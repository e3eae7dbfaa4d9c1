import { describeUnknownName, type Tool } from "@toolgate/core"

/** The tools that existed before the catalogues, by name and alias. */
export class KnownTools {
  private readonly byName: ReadonlyMap<string, Tool>

  constructor(tools: ReadonlyArray<Tool>) {
    this.byName = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)))
  }

  get(name: string): Tool | undefined {
    return this.byName.get(name)
  }

  /** Reports an unknown tool name with the nearest known one. */
  unknown(name: string, where: string): string {
    return describeUnknownName("tool", name, [...this.byName.keys()], { where })
  }
}
