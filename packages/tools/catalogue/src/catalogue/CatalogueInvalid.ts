import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/** An error about catalogues that cannot be used, with at most 50 problems in the order of the files and their texts. */
export class CatalogueInvalid extends Data.TaggedError("CatalogueInvalid")<
  Faults & {
    /** The problems, one on each line, each behind its place. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): CatalogueInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new CatalogueInvalid({ message: lines.join("\n"), problems, more })
  }
}
