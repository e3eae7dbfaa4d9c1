import type { Tool } from "@toolgate/core"
import { archiveExtract } from "./archive-extract/definition.ts"
import { archiveFile } from "./archive-file/definition.ts"
import { archiveOpen } from "./archive-open/definition.ts"
import { archiveSearch } from "./archive-search/definition.ts"

export { archiveExtract, archiveFile, archiveOpen, archiveSearch }

/**
 * Returns the tools for archives. A process unpacks archives; it can read only its own program, and is killed when a
 * call is cancelled. The gate writes the files after checking their names. 7z archives need the package `7z-wasm`.
 *
 * ```ts
 * import { archiveTools } from "@toolgate/toolbox-archive"
 *
 * console.log(archiveTools().map(({ name }) => name).join(", "))
 * ```
 */
export const archiveTools = (): ReadonlyArray<Tool> => [archiveOpen, archiveExtract, archiveFile, archiveSearch]
