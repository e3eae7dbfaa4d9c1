import { hash } from "node:crypto"
import { canonicalJson, withRecipe } from "@toolgate/core"
import type { StartAgent } from "@toolgate/toolbox/routing"
import type { Tool } from "toolgate"
import type { Static, TSchema } from "typebox"

/** An entry of the toolbox that was imported. */
export interface LoadedEntry {
  /** The schema of the entry's section in a file of settings. Absent: there is nothing to set. */
  readonly settings?: TSchema
  /** Makes the entry's tools. `settings` is a value of the schema. `start` starts an agent, if there is a gate that can. */
  readonly make: (settings?: unknown, start?: StartAgent) => ReadonlyArray<Tool>
}

/** Returns an entry with settings. The schema has to describe what the function takes. */
export const configured = <S extends TSchema>(
  settings: S,
  make: (settings?: Static<S>, start?: StartAgent) => ReadonlyArray<Tool>
): LoadedEntry => ({
  settings,
  make: (given, start) => {
    const tools = make(given as Static<S> | undefined, start)
    // The settings decide what the tools do. They may hold a secret, so that a digest stands for them.
    const recipe = { settings: `sha256:${hash("sha256", canonicalJson(given))}` }
    return given === undefined ? tools : tools.map((tool) => withRecipe(tool, recipe))
  }
})
