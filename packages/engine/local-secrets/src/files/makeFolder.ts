import { access, mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { getErrorCode } from "./getErrorCode.ts"
import { syncFolder } from "./syncFolder.ts"

/**
 * Makes a folder and its missing parents, by default with access for this user only. When the promise resolves, the
 * folder exists, and a new folder survives a power loss. An existing folder, or a link to a folder, stays unchanged.
 * Rejects with the system's error.
 *
 * Node's recursive `mkdir` is not used: it loops forever on file systems such as `/proc`, which report a parent as
 * missing although it exists.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, stat } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { makeFolder } from "@toolgate/local-secrets"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
 * const path = join(folder.path, "state/toolgate")
 * await makeFolder(path)
 * assert.equal((await stat(path)).mode & 0o777, 0o700)
 * ```
 */
export const makeFolder = async (path: string, mode = 0o700): Promise<void> => {
  try {
    await makeLast(path, mode)
  } catch (error) {
    if (getErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error
    await makeFolder(dirname(path), mode)
    await makeLast(path, mode)
  }
}

/** Makes the last folder of the path. Another process may make the same folder at this moment. */
const makeLast = async (path: string, mode: number): Promise<void> => {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error
    // The trailing slash makes the system reject a path that is not a folder.
    return access(`${path}/`)
  }
  await syncFolder(dirname(path))
}
