import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { writeWholeFile } from "../files/writeWholeFile.ts"
import { KeyUnavailable, makeKeyUnavailable } from "./KeyUnavailable.ts"
import { bytesOf, leastBytes, SecretKey } from "./SecretKey.ts"

/**
 * Returns the key in a file. If the file is missing, creates it with the given key or a random one, readable by this
 * user only. Concurrent processes all return the same key. Rejects with `KeyUnavailable` if the file cannot be read or
 * created, does not contain a key, or is accessible to other users.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { openKeyFile } from "@toolgate/local-secrets"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
 * const path = join(folder.path, "approvals.key")
 * // The first call makes the key, and later calls read it.
 * const { id } = await openKeyFile(path)
 * assert.equal((await openKeyFile(path)).id, id)
 * ```
 */
export const openKeyFile = async (path: string, given?: SecretKey): Promise<SecretKey> => {
  try {
    return await readKey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw makeKeyUnavailable(path, "read", error)
  }
  try {
    await writeWholeFile(path, given === undefined ? randomBytes(leastBytes) : bytesOf(given), "keep")
  } catch (error) {
    throw makeKeyUnavailable(path, "made", error)
  }
  return readKeyFile(path)
}

/** Returns the key in an existing file. Rejects with `KeyUnavailable` if the file is missing. */
export const readKeyFile = (path: string): Promise<SecretKey> =>
  readKey(path).catch((error) => {
    throw makeKeyUnavailable(path, "read", error)
  })

const readKey = async (path: string): Promise<SecretKey> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new KeyUnavailable(`The key file "${path}" is not a regular file.`)
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
      throw new KeyUnavailable(`The key file "${path}" is readable by other users; set its mode to 0600.`)
    if (stats.size !== leastBytes) throw new KeyUnavailable(`The key file "${path}" is not ${leastBytes} bytes long.`)
    return new SecretKey(await file.readFile())
  } finally {
    await file.close()
  }
}
