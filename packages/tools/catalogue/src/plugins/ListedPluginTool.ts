import type { InForce } from "./TriedFolder.ts"

/** A tool of a plugin in a list. */
export interface ListedPluginTool {
  readonly name: string
  readonly plugin: string
  readonly version: string
  /** Whether the tool is registered, so neither the tool nor its plugin is switched off. */
  readonly enabled: boolean
  readonly description: string
  readonly category: string | undefined
}

/** Returns the tools of plugins, including those switched off. */
export const listPluginTools = (plugins: ReadonlyArray<InForce>): ReadonlyArray<ListedPluginTool> =>
  plugins.flatMap(({ name: plugin, manifest, tools }) =>
    manifest.tools.map(({ entry }): ListedPluginTool => {
      const registered = tools.find(({ name }) => name === entry.name.value)
      return {
        name: entry.name.value,
        plugin,
        version: manifest.version,
        enabled: registered !== undefined,
        description: registered?.description ?? entry.description?.value ?? "",
        category: entry.category?.value
      }
    })
  )
