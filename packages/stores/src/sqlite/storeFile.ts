import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { makeFolder } from "@toolgate/local-secrets"
import type { StoreFile } from "./runSqliteProgram.ts"

/**
 * The error for a file that a store must not use. The message says what to do.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { openStoreFile, StoreFileUnfit } from "@toolgate/stores/sqlite"
 *
 * const cause = await openStoreFile("/dev/null").catch((error: unknown) => error)
 * assert(cause instanceof StoreFileUnfit)
 * assert.match(cause.message, /^it is not a regular file/)
 * ```
 */
export class StoreFileUnfit extends Error {}

/**
 * Opens a store's file. Creates a missing file and its folders, readable by this user only. Does not follow links, and
 * refuses a file that other users can access.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { chmod, mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { openStoreFile, StoreFileUnfit } from "@toolgate/stores/sqlite"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const path = join(folder.path, "app.sqlite")
 * assert.equal((await openStoreFile(path)).path, path)
 * // Let other users read the file.
 * await chmod(path, 0o644)
 * await assert.rejects(openStoreFile(path), StoreFileUnfit)
 * ```
 */
export const openStoreFile = async (path: string): Promise<StoreFile> => {
  await makeFolder(dirname(path))
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  let file: FileHandle | undefined
  try {
    file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    const found = await file.stat({ bigint: true })
    if (!found.isFile()) throw new StoreFileUnfit("it is not a regular file; choose another path.")
    if (process.platform !== "win32" && (found.mode & 0o077n) !== 0n)
      throw new StoreFileUnfit("others can read or write it; give it the mode 0600.")
    return { path, dev: found.dev, ino: found.ino }
  } finally {
    await file?.close()
  }
}
