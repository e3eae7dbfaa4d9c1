import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { assertSameFile, type FileIdentity } from "./assertSameFile.ts"

/** An append-only file. Each operation rejects with the system's error. */
export interface SegmentFile {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /**
   * Resolves when the written bytes survive a power failure and the file is still at its path. Rejects with
   * `SegmentGone` if the file was removed, replaced or changed.
   */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The file operations that segments need. */
export interface SegmentFiles {
  /** Creates a new file, readable by this user only. Rejects if the path exists, even as a link. */
  readonly create: (path: string) => Promise<SegmentFile>
  /** Syncs a file, including what other processes wrote to it. */
  readonly sync: (path: string) => Promise<void>
}

export const segmentFiles: SegmentFiles = {
  create: async (path) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND
    const file = await open(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600)
    const own = await identityOf(file)
    let written = 0n
    return {
      // `writeFile` appends at the current position and resolves after all bytes are written.
      write: async (bytes) => {
        await file.writeFile(bytes)
        written += BigInt(bytes.length)
      },
      sync: async () => {
        const [synced, stands] = await Promise.allSettled([file.datasync(), assertSameFile(path, own, written)])
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

/** Opens a segment for reading. Rejects links and does not block on pipes. */
export const openSegment = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`The segment "${path}" is not a file.`)
}
