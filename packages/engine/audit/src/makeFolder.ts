import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Makes a folder, and the folders above it, for this user alone. A folder that exists is left as it is. Node's
 * recursive `mkdir` never ends on file systems such as `/proc`, which deny that a folder exists although they show it.
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
