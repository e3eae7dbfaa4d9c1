import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/**
 * An error about a file of settings that cannot be used, with at most 50 problems in the order of the text.
 *
 * ```ts
 * import { toolboxEntries } from "@toolgate/toolbox"
 * import { readToolbox, ToolboxSettingsInvalid } from "toolgate/config"
 *
 * export const toolbox = await readToolbox({ entries: toolboxEntries, settings: "toolbox.yaml" }).catch((cause) => {
 *   if (cause instanceof ToolboxSettingsInvalid) for (const { source, message } of cause.problems) console.error(source, message)
 *   throw cause
 * })
 * ```
 */
export class ToolboxSettingsInvalid extends Data.TaggedError("ToolboxSettingsInvalid")<
  Faults & {
    /** The problems, one on each line, each behind its place. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): ToolboxSettingsInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new ToolboxSettingsInvalid({ message: lines.join("\n"), problems, more })
  }
}
