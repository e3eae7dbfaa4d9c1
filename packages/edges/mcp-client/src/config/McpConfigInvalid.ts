import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/** A `mcp.yaml` cannot be used. It has at most 50 problems, in the order of the text. */
export class McpConfigInvalid extends Data.TaggedError("McpConfigInvalid")<
  Faults & {
    /** The problems, one per line, each after its position. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): McpConfigInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new McpConfigInvalid({ message: lines.join("\n"), problems, more })
  }
}
