import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/** Catalogues cannot be used. Lists at most 50 problems, in the order of the files. */
export class CatalogueInvalid extends Data.TaggedError("CatalogueInvalid")<
  Faults & {
    /** All problems, one per line, each with its position. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): CatalogueInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new CatalogueInvalid({ message: lines.join("\n"), problems, more })
  }
}
