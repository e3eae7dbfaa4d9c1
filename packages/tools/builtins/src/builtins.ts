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
  /** Whether `Echo`, `Read` and `Write` are among the tools. `Read` and `Write` reach files of the whole machine. False by default. */
  readonly withHostTools?: boolean
}

/**
 * Returns the built-in tools that read and change files of the workspace: `read_file`, `write_file`, `patch_file` and `list_dir`. All
 * others have to be named: `Echo`, `Read` and `Write` by the option, and `shell`, `describe_tool`, `multi_edit`, and those that belong to
 * tools of providers (`apply_patch`, `insert_text`, `delete_file`, `move_file`) by their exports. A gate has none of them until an app
 * registers it.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 *
 * const readers = builtins().filter(({ sideEffects }) => sideEffects === "READ")
 * export const gate = await createToolgate({ workspace: ".", policy: "default", tools: readers })
 * ```
 */
export const builtins = ({ withHostTools = false }: BuiltinsOptions = {}): ReadonlyArray<Tool> => [
  ...(withHostTools ? [echo, readHostFile, writeHostFile] : []),
  readFile,
  writeFile,
  patchFile,
  listDir
]
