import type { CatalogueInvalid } from "@toolgate/catalogue"
import * as Predicate from "effect/Predicate"

/** Whether an error is one of catalogues. The class itself is not loaded for that, because most commands read none. */
export const isCatalogueInvalid = (error: unknown): error is CatalogueInvalid =>
  Predicate.isTagged(error, "CatalogueInvalid")
