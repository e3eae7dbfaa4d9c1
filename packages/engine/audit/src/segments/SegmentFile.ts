import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { dirname } from "node:path"
import { type FileIdentity, standsAt } from "./standsAt.ts"

/** A file that is only appended to. Every operation rejects with the error of the operating system. */
export interface SegmentFile {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Ends when what was written survives the loss of power, and is what stands at the path of the file. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What segments need of a disk. */
export interface SegmentFiles {
  /** A new file of this user's alone; what is there already, be it a link, is an error. */
  readonly create: (path: string) => Promise<SegmentFile>
  /** Makes what anybody wrote to a file survive the loss of power. */
  readonly sync: (path: string) => Promise<void>
}

export const segmentFiles: SegmentFiles = {
  create: async (path) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND
    const file = await open(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600)
    const own = await identityOf(file)
    let written = 0n
    return {
      // On a handle this goes on where the last one ended, and does not end before all is written.
      write: async (bytes) => {
        await file.writeFile(bytes)
        written += BigInt(bytes.length)
      },
      sync: async () => {
        const [synced, stands] = await Promise.allSettled([file.datasync(), standsAt(path, own, written)])
        if (synced.status === "rejected") throw synced.reason
        if (stands.status === "rejected") throw stands.reason
      },
      close: () => file.close()
    }
  },
  sync: async (path) => {
    const file = await openSegment(path)
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}

const identityOf = async (file: FileHandle): Promise<FileIdentity> => {
  try {
    return await file.stat({ bigint: true })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Makes the names in a folder survive the loss of power. */
export const syncFolderOf = async (path: string): Promise<void> => {
  let folder: FileHandle | undefined
  try {
    folder = await open(dirname(path), constants.O_RDONLY | (constants.O_DIRECTORY ?? 0))
    await folder.sync()
  } catch (error) {
    // Windows opens no folder.
    if (process.platform !== "win32") throw error
  } finally {
    await folder?.close()
  }
}

/** Opens a segment to be read; never a link, and a pipe does not hold it up. */
export const openSegment = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`The segment "${path}" is no file.`)
}
