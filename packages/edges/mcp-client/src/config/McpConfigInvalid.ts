import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/** An error about a `mcp.yaml` that cannot be used, with at most 50 problems in the order of the text. */
export class McpConfigInvalid extends Data.TaggedError("McpConfigInvalid")<
  Faults & {
    /** The problems, one on each line, each behind its place. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): McpConfigInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new McpConfigInvalid({ message: lines.join("\n"), problems, more })
  }
}
