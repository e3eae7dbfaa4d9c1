import { randomUUID } from "node:crypto"
import { accessSync, constants, fchmodSync, fchownSync, lstatSync, renameSync, type Stats, unlinkSync } from "node:fs"
import { FileFailed, type Written } from "@toolgate/core"
import { changed } from "./changed.ts"
import { OpenFile, regularFile, writeContent } from "./content.ts"
import { errno } from "./errno.ts"
import { joined } from "./joined.ts"
import type { Steps } from "./operation.ts"
import type { PathEnd } from "./PathEnd.ts"

const exclusively = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Puts a new file in the place of an old file in one step, or creates the file and the folders above it. Until all is
 * written, the path keeps the old content. Other names of the old file (hard links) keep the old content for good.
 *
 * `madeFrom` is the old file as it was when the new content was made from it. When the file has changed since then, the
 * operation starts over.
 *
 * Nothing is flushed to the disk: other processes see either the old or the new content, but a power failure soon after
 * may bring the old content back.
 */
export function* replaceFile(place: PathEnd, path: string, bytes: Uint8Array, madeFrom?: Stats): Steps<Written> {
  const before = writableFile(place, path)
  const target = place.makeFolders()
  if (target === undefined) throw new FileFailed("NotAFile", path)
  const temporary = joined(target.in, `.toolgate-${randomUUID()}`)
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
    throw movedAway.has(errno(error)) ? changed : error
  }
  return { size: bytes.length, sizeBefore: before?.size }
}

const isStill = (entry: string, { ino, dev, size, mtimeMs }: Stats) => {
  const now = lstatSync(entry, { throwIfNoEntry: false })
  return now?.ino === ino && now.dev === dev && now.size === size && now.mtimeMs === mtimeMs
}

/**
 * Returns the file that is to be written, or `undefined` when there is none. Throws when the file may not be written.
 */
export const writableFile = (place: PathEnd, path: string): Stats | undefined => {
  if (place.found === undefined) {
    if (place.folderMeant) throw new FileFailed("NotAFile", path)
    return undefined
  }
  const { at, stats } = regularFile(place, path)
  // A rename does not check whether the file itself may be written, so this line does.
  accessSync(at, constants.W_OK)
  return stats
}

// The errors when the folder was removed, or when a folder took the place of the file. The next walk finds out which.
const movedAway = new Set(["ENOENT", "EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR"])

// Until the temporary file has the old file's permissions, nobody else may read it, because the old file may have
// hidden its content. A new file has nothing to hide that its folder does not hide, so the operating system's default
// applies.
function* writeTemporary(at: string, bytes: Uint8Array, before: Stats | undefined): Steps<void> {
  const file = new OpenFile(at, exclusively, before === undefined ? 0o666 : 0o600)
  try {
    try {
      yield* writeContent(file.fd, bytes)
      if (before !== undefined) inherit(file.fd, before)
    } finally {
      // A network file system may report only on closing that there is no space.
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
    // Only root may give files away. For everybody else, the new file is their own.
  }
  fchmodSync(fd, mode & 0o777)
}

const removeTemporary = (at: string) => {
  try {
    unlinkSync(at)
  } catch {
    // The temporary file is gone, or its file system became read-only. The failure that led here is the one to report.
  }
}
