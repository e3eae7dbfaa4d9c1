import { access, mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf } from "./codeOf.ts"
import { syncFolder } from "./syncFolder.ts"

/**
 * Makes a folder, and the folders above it, for this user alone unless another mode is given. When the promise resolves,
 * the folder is there, and a made one survives a loss of power. A folder that exists, or a link to one, is left as it is.
 * Rejects with the error of the operating system.
 *
 * Node's recursive `mkdir` never ends on file systems such as `/proc`, which deny that a folder exists although they show
 * it.
 *
 * ```ts
 * import { makeFolder } from "@toolgate/local-secrets"
 *
 * await makeFolder("/home/ada/.local/state/toolgate")
 * ```
 */
export const makeFolder = async (path: string, mode = 0o700): Promise<void> => {
  try {
    await makeLast(path, mode)
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error
    await makeFolder(dirname(path), mode)
    await makeLast(path, mode)
  }
}

/** Makes the folder itself, of which another process may be making the same. */
const makeLast = async (path: string, mode: number): Promise<void> => {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error
    // The separator makes the system refuse whatever is no folder.
    return access(`${path}/`)
  }
  await syncFolder(dirname(path))
}
