import type { Tool } from "@toolgate/core"
import type { Memory } from "./Memory.ts"
import { type MemoryQuestion, memories } from "./memories.ts"
import { memoryAddWith } from "./memory-add/definition.ts"
import { memoryConsolidateWith } from "./memory-consolidate/definition.ts"
import { memoryReplaceWith } from "./memory-replace/definition.ts"
import { checkedSettings } from "./memoryFile.ts"
import { type MemorySettings, memorySettings } from "./memorySettings.ts"

export { type Memory, type MemoryQuestion, type MemorySettings, memories, memorySettings }

/**
 * Returns the tools with which an agent stores notes for later sessions in the same workspace. `memories` reads the
 * notes. Throws a `TypeError` if the folder is not absolute.
 *
 * ```ts
 * import { memoryTools } from "@toolgate/toolbox-memory"
 *
 * const tools = memoryTools({ folder: "~/notes-of-agents" })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const memoryTools = (settings: MemorySettings = {}): ReadonlyArray<Tool> => {
  const checked = checkedSettings(settings)
  return [memoryAddWith(checked), memoryReplaceWith(checked), memoryConsolidateWith(checked)]
}

/** Adds a note to the memory of the workspace. */
export const memoryAdd: Tool = memoryAddWith({})
/** Replaces a note in the memory of the workspace. */
export const memoryReplace: Tool = memoryReplaceWith({})
/** Replaces several notes in the memory of the workspace with one. */
export const memoryConsolidate: Tool = memoryConsolidateWith({})
