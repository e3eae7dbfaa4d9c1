import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import { type CatalogueFlags, checkCatalogueFlags } from "./catalogueFlags.ts"
import { findPluginFolders } from "./findPluginFolders.ts"

/** Returns the options of a gate with the tools and the skills that the flags name. */
export const readCatalogueOptions = Effect.fnUntraced(function* (given: CatalogueFlags & { readonly watch?: boolean }) {
  const { catalogue, plugins, skills, watch = false } = given
  yield* checkCatalogueFlags(given)
  if (watch && plugins.length === 0)
    return yield* new WrongUse({ message: 'The flag "--watch" is for "--plugins"; name a folder of plugins as well.' })
  const places = plugins.length === 0 ? undefined : yield* findPluginFolders(plugins)
  return {
    ...(catalogue.length > 0 ? { catalogue } : {}),
    ...(skills.length > 0 ? { skills } : {}),
    ...(places === undefined ? {} : { plugins: { ...places, watch } })
  }
})
