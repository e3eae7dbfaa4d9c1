import type { Tool } from "@toolgate/core"
import { checkSettings } from "./getMemoryFile.ts"
import type { Memory } from "./Memory.ts"
import { type MemoryQuestion, memories } from "./memories.ts"
import { createMemoryAdd } from "./memory-add/definition.ts"
import { createMemoryConsolidate } from "./memory-consolidate/definition.ts"
import { createMemoryReplace } from "./memory-replace/definition.ts"
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
  const checked = checkSettings(settings)
  return [createMemoryAdd(checked), createMemoryReplace(checked), createMemoryConsolidate(checked)]
}

/** Adds a note to the memory of the workspace. */
export const memoryAdd: Tool = createMemoryAdd({})
/** Replaces a note in the memory of the workspace. */
export const memoryReplace: Tool = createMemoryReplace({})
/** Replaces several notes in the memory of the workspace with one. */
export const memoryConsolidate: Tool = createMemoryConsolidate({})
