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
 * Puts a new file in the place of the old one in one step, or creates it with the folders above it. Every other name of the
 * old file (a hard link) keeps the old content, and so does this one until all is written.
 *
 * `madeFrom` is the old file as it was when the new content was made of its own: if it is another by now, it starts over.
 *
 * Not flushed to the disk: other processes see the old content or the new, but a power failure soon after may undo it.
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

/** The file to be written; `undefined` where there is none. Throws what forbids to write it. */
export const writableFile = (place: PathEnd, path: string): Stats | undefined => {
  if (place.found === undefined) {
    if (place.folderMeant) throw new FileFailed("NotAFile", path)
    return undefined
  }
  const { at, stats } = regularFile(place, path)
  // The rename would not ask the file itself whether it may be written.
  accessSync(at, constants.W_OK)
  return stats
}

// The folder was removed, or a folder was put where the file is to stand: the next walk will tell.
const movedAway = new Set(["ENOENT", "EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR"])

// Until it has the old file's permissions, nobody else may read what the old file may have hidden. A new file has nothing to
// hide that its folder does not, and the operating system's own default applies.
function* writeTemporary(at: string, bytes: Uint8Array, before: Stats | undefined): Steps<void> {
  const file = new OpenFile(at, exclusively, before === undefined ? 0o666 : 0o600)
  try {
    try {
      yield* writeContent(file.fd, bytes)
      if (before !== undefined) inherit(file.fd, before)
    } finally {
      // A network file system may say only now that there is no space.
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
    // Only root gives files away; for anyone else the new file is their own.
  }
  fchmodSync(fd, mode & 0o777)
}

const removeTemporary = (at: string) => {
  try {
    unlinkSync(at)
  } catch {
    // It is gone, or its file system became read-only; the failure that led here is the one to tell.
  }
}
