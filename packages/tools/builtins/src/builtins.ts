import type { Tool } from "@toolgate/core"
import { echo } from "./echo.ts"
import { listDir } from "./listDir.ts"
import { patchFile } from "./patchFile.ts"
import { readFile } from "./readFile.ts"
import { readHostFile } from "./readHostFile.ts"
import { writeFile } from "./writeFile.ts"
import { writeHostFile } from "./writeHostFile.ts"

/** The options of `builtins`. */
export interface BuiltinsOptions {
  /** Whether to include `Echo`, `Read` and `Write`. `Read` and `Write` reach files of the whole machine. Default false. */
  readonly withHostTools?: boolean
}

/**
 * Returns the tools for workspace files: `read_file`, `write_file`, `patch_file` and `list_dir`. Other tools must be added explicitly:
 * `Echo`, `Read` and `Write` with the option, and `shell`, `describe_tool`, `multi_edit` and the provider-specific tools (`apply_patch`,
 * `insert_text`, `delete_file`, `move_file`) by their exports. A gate has only the tools that the app registers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { builtins, createToolgate } from "toolgate"
 *
 * // Registers the tools that only read.
 * const readers = builtins().filter(({ sideEffects }) => sideEffects === "READ")
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: readers })
 * assert.deepEqual(
 *   gate.tools.list().map(({ name }) => name),
 *   ["read_file", "list_dir"]
 * )
 * ```
 */
export const builtins = ({ withHostTools = false }: BuiltinsOptions = {}): ReadonlyArray<Tool> => [
  ...(withHostTools ? [echo, readHostFile, writeHostFile] : []),
  readFile,
  writeFile,
  patchFile,
  listDir
]
