import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, link, open, unlink } from "node:fs/promises"
import { join } from "node:path"
import { syncFolderOf } from "./segments/SegmentFile.ts"

const keyBytes = 32

/**
 * Returns the key of a folder's digests. In a folder that has no key, the given key is stored first. Processes that do
 * so at the same time all return the same key.
 */
export const digestKeyOf = async (folder: string, given: Uint8Array = randomBytes(keyBytes)): Promise<Uint8Array> => {
  const path = keyPath(folder)
  try {
    return await read(path)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
  }
  const made = `${path}.${randomBytes(6).toString("hex")}`
  const file = await open(made, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    await file.writeFile(given)
    await file.sync()
    // Unlike a rename, a link never replaces a key that was stored meanwhile, and never shows another process half of a
    // key.
    await link(made, path).catch((error) => {
      if (error.code !== "EEXIST") throw error
    })
    await syncFolderOf(path)
  } finally {
    await file.close()
    await unlink(made)
  }
  return read(path)
}

/** Returns the key of a folder's digests. Rejects when the folder has none. */
export const digestKeyIn = (folder: string): Promise<Uint8Array> => read(keyPath(folder))

const keyPath = (folder: string): string => join(folder, "digest.key")

const read = async (path: string): Promise<Uint8Array> => {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const { size, mode } = await file.stat()
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new KeyInvalid(`The key "${path}" can be read by others: give it the mode 0600.`)
    if (size !== keyBytes) throw new KeyInvalid(`The key "${path}" is not ${keyBytes} bytes long.`)
    return await file.readFile()
  } finally {
    await file?.close()
  }
}

/** The error for a file that is not the key of a log. The message says what to do about the file. */
export class KeyInvalid extends Error {}
