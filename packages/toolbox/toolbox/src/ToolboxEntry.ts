import { hash } from "node:crypto"
import { type Tool, withRecipe } from "@toolgate/core"
import { canonicalJson } from "@toolgate/core/json"
import type { StartAgent } from "@toolgate/toolbox-routing"
import type { Static, TSchema } from "typebox"

/** An entry of the toolbox: the names of its tools, which are known before it is imported. */
export interface ToolboxEntry {
  readonly tools: ReadonlyArray<string>
  readonly load: () => Promise<LoadedEntry>
}

/** An entry of the toolbox that was imported. */
export interface LoadedEntry {
  /** The schema of the entry's section in a file of settings. Absent: there is nothing to set. */
  readonly settings?: TSchema
  /** Makes the entry's tools. `settings` is a value of the schema. `start` starts an agent, if there is a gate that can. */
  readonly make: (settings?: unknown, start?: StartAgent) => ReadonlyArray<Tool>
}

/**
 * Returns an entry with settings. The schema has to describe what the function takes. `concerning` names the tools that a setting
 * concerns; one that is not named concerns each tool of the entry.
 */
export const configured = <S extends TSchema>(
  settings: S,
  make: (settings?: Static<S>, start?: StartAgent) => ReadonlyArray<Tool>,
  concerning: { readonly [Name in keyof Static<S>]?: ReadonlyArray<string> } = {}
): LoadedEntry => ({
  settings,
  make: (given, start) =>
    make(given as Static<S> | undefined, start).map((tool) => {
      const concerned = Object.entries(given ?? {}).filter(
        ([name]) => (concerning as Readonly<Record<string, ReadonlyArray<string>>>)[name]?.includes(tool.name) ?? true
      )
      // The settings decide what the tool does. They may hold a secret, so that a digest stands for them.
      const digest = hash("sha256", canonicalJson(Object.fromEntries(concerned)))
      return concerned.length === 0 ? tool : withRecipe(tool, { settings: `sha256:${digest}` })
    })
})
