import type { CatalogueInvalid } from "@toolgate/catalogue"
import * as Predicate from "effect/Predicate"

/** Whether an error is a `CatalogueInvalid`. The class is not imported for this, because most commands read no catalogue. */
export const isCatalogueInvalid = (error: unknown): error is CatalogueInvalid =>
  Predicate.isTagged(error, "CatalogueInvalid")
