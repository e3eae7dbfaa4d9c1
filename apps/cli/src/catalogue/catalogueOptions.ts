import type { ToolgateOptions } from "toolgate"
import { WrongUse } from "../WrongUse.ts"
import { type CatalogueFlags, catalogueFault } from "./catalogueFlags.ts"
import { pluginPlaces } from "./pluginPlaces.ts"

/** Returns the options of a gate with the tools and the skills that the flags name. */
export const catalogueOptions = (
  given: CatalogueFlags & { readonly watch?: boolean }
): Pick<ToolgateOptions, "catalogue" | "plugins" | "skills"> | WrongUse => {
  const { catalogue, plugins, skills, watch = false } = given
  const fault = catalogueFault(given)
  if (fault !== undefined) return fault
  if (watch && plugins.length === 0)
    return new WrongUse({ message: 'The flag "--watch" is for "--plugins"; name a folder of plugins as well.' })
  const places = plugins.length === 0 ? undefined : pluginPlaces(plugins)
  if (places instanceof WrongUse) return places
  return {
    ...(catalogue.length > 0 ? { catalogue } : {}),
    ...(skills.length > 0 ? { skills } : {}),
    ...(places === undefined ? {} : { plugins: { ...places, watch } })
  }
}
