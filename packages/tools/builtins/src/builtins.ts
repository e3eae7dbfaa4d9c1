import type { Tool } from "@toolgate/core"
import { echo } from "./echo.ts"
import { listDir } from "./listDir.ts"
import { patchFile } from "./patchFile.ts"
import { readFile } from "./readFile.ts"
import { readHostFile } from "./readHostFile.ts"
import { writeFile } from "./writeFile.ts"
import { writeHostFile } from "./writeHostFile.ts"

/**
 * Returns the built-in tools, all but `shell`, `describe_tool`, `multi_edit`, and those that belong to tools of providers: `apply_patch`,
 * `insert_text`, `delete_file`, `move_file`. A gate has none of them until an app registers it.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 *
 * const readers = builtins().filter(({ sideEffects }) => sideEffects === "READ")
 * export const gate = await createToolgate({ workspace: ".", policy: "default", tools: readers })
 * ```
 */
export const builtins = (): ReadonlyArray<Tool> => [
  echo,
  readHostFile,
  writeHostFile,
  readFile,
  writeFile,
  patchFile,
  listDir
]
