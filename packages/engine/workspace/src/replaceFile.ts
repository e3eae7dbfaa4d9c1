import { randomUUID } from "node:crypto"
import { accessSync, constants, fchmodSync, fchownSync, lstatSync, renameSync, type Stats, unlinkSync } from "node:fs"
import { FileFailed, type Written } from "@toolgate/core"
import { changed } from "./changed.ts"
import { OpenFile, requireRegularFile, writeContent } from "./content.ts"
import { getErrno } from "./getErrno.ts"
import { joinPath } from "./joinPath.ts"
import type { PathEnd } from "./PathEnd.ts"
import type { Steps } from "./runOperation.ts"

const exclusively = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Replaces a file atomically, or creates it and the folders above it. The path keeps the old content until the new file
 * is complete. Other hard links keep the old content for good.
 *
 * `madeFrom` is the old file from which the new content was made. If the file has changed since, the operation
 * restarts.
 *
 * Nothing is flushed to the disk: other processes see the old or the new content, but a power failure soon after may
 * restore the old content.
 */
export function* replaceFile(place: PathEnd, path: string, bytes: Uint8Array, madeFrom?: Stats): Steps<Written> {
  const before = checkWritable(place, path)
  const target = place.makeFolders()
  if (target === undefined) throw new FileFailed("NotAFile", path)
  const temporary = joinPath(target.in, `.toolgate-${randomUUID()}`)
  try {
    yield* writeTemporary(temporary, bytes, before)
    try {
      place.confirmFolder()
      if (madeFrom !== undefined && !isStill(target.entry, madeFrom)) throw changed
      renameSync(temporary, target.entry)
    } catch (error) {
      removeTemporary(temporary)
      throw error
    }
  } catch (error) {
    target.undo()
    throw movedAway.has(getErrno(error)) ? changed : error
  }
  return { size: bytes.length, sizeBefore: before?.size }
}

const isStill = (entry: string, { ino, dev, size, mtimeMs }: Stats) => {
  const now = lstatSync(entry, { throwIfNoEntry: false })
  return now?.ino === ino && now.dev === dev && now.size === size && now.mtimeMs === mtimeMs
}

/** Returns the stats of the file to write, or `undefined` if it is missing. Throws if it may not be written. */
export const checkWritable = (place: PathEnd, path: string): Stats | undefined => {
  if (place.found === undefined) {
    if (place.folderMeant) throw new FileFailed("NotAFile", path)
    return undefined
  }
  const { at, stats } = requireRegularFile(place, path)
  // A rename does not check the permissions of the file itself.
  accessSync(at, constants.W_OK)
  return stats
}

// The errors when the folder was removed, or a folder replaced the file. The next attempt finds out which.
const movedAway = new Set(["ENOENT", "EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR"])

// Private until it has the old file's permissions, because the old file may be private. A new file gets the system's
// default permissions.
function* writeTemporary(at: string, bytes: Uint8Array, before: Stats | undefined): Steps<void> {
  const file = new OpenFile(at, exclusively, before === undefined ? 0o666 : 0o600)
  try {
    try {
      yield* writeContent(file.fd, bytes)
      if (before !== undefined) inherit(file.fd, before)
    } finally {
      // A network file system may report a full disk only on closing.
      file[Symbol.dispose]()
    }
  } catch (error) {
    removeTemporary(at)
    throw error
  }
}

const inherit = (fd: number, { uid, gid, mode }: Stats) => {
  try {
    fchownSync(fd, uid, gid)
  } catch {
    // Only root may change the owner. For other users, the new file belongs to this user.
  }
  fchmodSync(fd, mode & 0o777)
}

const removeTemporary = (at: string) => {
  try {
    unlinkSync(at)
  } catch {
    // The file is gone or the file system became read-only. The original failure is the one to report.
  }
}
