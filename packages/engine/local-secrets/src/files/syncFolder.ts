import { constants } from "node:fs"
import { open } from "node:fs/promises"

/**
 * Syncs a folder, so that renamed, added and removed names survive a power loss. Does nothing on Windows, where folders
 * cannot be opened.
 *
 * ```ts
 * import { rename } from "node:fs/promises"
 * import { dirname } from "node:path"
 * import { syncFolder } from "@toolgate/local-secrets"
 *
 * export const moved = async (from: string, to: string) => {
 *   await rename(from, to)
 *   await syncFolder(dirname(to))
 * }
 * ```
 */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === "win32") return
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
