import { hash } from "node:crypto"
import { realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { ToolExecutionError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { MemorySettings } from "./memorySettings.ts"

/** Checks the settings of the memory tools. Throws a `TypeError` that explains what is wrong. */
export const checkSettings = (settings: MemorySettings): MemorySettings => {
  const { folder } = settings
  if (folder !== undefined && !isAbsolute(folder) && !folder.startsWith("~/"))
    throw new TypeError('The setting "folder" of memory is not absolute; begin it with "/" or "~/".')
  return settings
}

/**
 * Returns the path of a workspace's memory file, which may not exist yet. `getStateFolder` contains the folder unless the
 * settings name one.
 */
export const getMemoryFile = (workspace: string, { folder }: MemorySettings, stateFolder: () => string): string =>
  join(folderOf(folder, stateFolder), `${hash("sha256", workspace).slice(0, 32)}.sqlite`)

const folderOf = (folder: string | undefined, stateFolder: () => string): string => {
  if (folder === undefined) return join(stateFolder(), "memory")
  return folder.startsWith("~/") ? join(homedir(), folder.slice(2)) : folder
}

/** Refuses a memory folder within the workspace, where file tools could read and change it. */
export const checkMemoryFolder = async (folder: string, workspace: string): Promise<void> => {
  if (isBeneath(await realpath(folder), workspace))
    throw new ToolExecutionError({
      message:
        'The folder of memory lies within the workspace, where every tool for files reaches it. Set "folder" of the settings for memory to one elsewhere.',
      executed: "no"
    })
}
