import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { type FileIdentity, standsAt } from "./standsAt.ts"

/** A file that is only appended to. Every operation rejects with the error of the operating system. */
export interface SegmentFile {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /**
   * Resolves when the written bytes survive a power failure and the file still stands at its path. Rejects with
   * `SegmentGone` when the file does not.
   */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The operations on files that segments need. */
export interface SegmentFiles {
  /** Creates a new file that only this user may read. Rejects if anything stands at the path, even a link. */
  readonly create: (path: string) => Promise<SegmentFile>
  /** Makes everything that any process wrote to a file survive a power failure. */
  readonly sync: (path: string) => Promise<void>
}

export const segmentFiles: SegmentFiles = {
  create: async (path) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND
    const file = await open(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600)
    const own = await identityOf(file)
    let written = 0n
    return {
      // A handle continues where the last write ended, and `writeFile` resolves only when all bytes are written.
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

/** Opens a segment for reading. Rejects a link, and does not wait for a pipe. */
export const openSegment = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`The segment "${path}" is not a file.`)
}
