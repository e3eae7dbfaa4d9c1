import { hash } from "node:crypto"
import { addRecipe, type Tool } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { StartAgent } from "@toolgate/toolbox-routing"
import type { LoadedEntry } from "toolgate/config"
import type { Static, TSchema } from "typebox"

/**
 * Returns an entry with settings. The schema describes the function's parameter. `concerning` lists the tools that a
 * setting affects; an unlisted setting affects all tools of the entry.
 */
export const configureEntry = <S extends TSchema>(
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
      // The settings determine the tools' behaviour. A digest stands for them, because they may contain a secret.
      const digest = hash("sha256", canonicalizeJson(Object.fromEntries(concerned)))
      return concerned.length === 0 ? tool : addRecipe(tool, { settings: `sha256:${digest}` })
    })
})
