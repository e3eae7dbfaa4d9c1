import { constants } from "node:fs"
import { open } from "node:fs/promises"

/**
 * Syncs a folder, so that renamed, added and removed names survive a power loss. Does nothing on Windows, where folders
 * cannot be opened.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, readdir, rename, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { syncFolder } from "@toolgate/local-secrets"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
 * await writeFile(join(folder.path, "draft"), "")
 * await rename(join(folder.path, "draft"), join(folder.path, "settings"))
 * // The new name survives a power loss.
 * await syncFolder(folder.path)
 * assert.deepEqual(await readdir(folder.path), ["settings"])
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
