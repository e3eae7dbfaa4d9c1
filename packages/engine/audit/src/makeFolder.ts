import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Makes a folder for this user alone, and what it is in; what is there stays as it is. Node's own way to do so never ends
 * where the system denies that a folder exists which it shows, as `/proc` does.
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EEXIST") return
    if (code !== "ENOENT" || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 })
  }
}
