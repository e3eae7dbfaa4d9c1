import type { Faults } from "@toolgate/yaml-reading"
import * as Data from "effect/Data"

/**
 * A settings file cannot be used. Lists at most 50 problems, in the order of the file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { toolboxEntries } from "@toolgate/toolbox"
 * import { readToolbox, ToolboxSettingsInvalid } from "toolgate/config"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "toolbox-"))
 * const settings = join(folder.path, "toolbox.yaml")
 * await writeFile(settings, "version: 2\n")
 *
 * const cause = await readToolbox({ entries: toolboxEntries, settings }).catch((error: unknown) => error)
 * assert(cause instanceof ToolboxSettingsInvalid)
 * assert.deepEqual(
 *   cause.problems.map(({ message }) => message),
 *   ['"version" must be 1']
 * )
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
