import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/**
 * A settings file cannot be used. Lists at most 50 problems, in the order of the file.
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
    /** All problems, one per line, each with its position. */
    readonly message: string
  }
> {
  static of({ problems, more }: Faults): ToolboxSettingsInvalid {
    const lines = problems.map(({ source, message }) => `${source}: ${message}`)
    if (more > 0) lines.push(`and ${more} more`)
    return new ToolboxSettingsInvalid({ message: lines.join("\n"), problems, more })
  }
}
