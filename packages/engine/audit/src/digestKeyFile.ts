import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, link, open, unlink } from "node:fs/promises"
import { join } from "node:path"
import { syncFolderOf } from "./segments/SegmentFile.ts"

const keyBytes = 32

/** The key of a folder's digests; where there is none, the given one becomes it. Two processes that come at once end up with one. */
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
    // Unlike a rename, it leaves a key alone that is there by now, and shows nobody half of one.
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

/** The key that a folder has. */
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

/** A file that is not the key of a log, and what to do about it. */
export class KeyInvalid extends Error {}
