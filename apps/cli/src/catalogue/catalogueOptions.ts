import type { ToolgateOptions } from "toolgate"
import type { WrongUse } from "../WrongUse.ts"
import { type CatalogueFlags, catalogueFault } from "./catalogueFlags.ts"

/** Returns the options of a gate with the tools and the skills that the flags name. */
export const catalogueOptions = (given: CatalogueFlags): Pick<ToolgateOptions, "catalogue"> | WrongUse => {
  const { catalogue } = given
  return catalogueFault(given) ?? { ...(catalogue.length > 0 ? { catalogue } : {}) }
}
