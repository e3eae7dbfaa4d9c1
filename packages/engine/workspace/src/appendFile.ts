import { constants, fstatSync, ftruncateSync, lstatSync, unlinkSync } from "node:fs"
import { FileFailed, type Written } from "@toolgate/core"
import { changed } from "./changed.ts"
import { OpenFile, openFound, readContent, writeContent } from "./content.ts"
import { errno } from "./errno.ts"
import type { Steps } from "./operation.ts"
import type { PathEnd } from "./PathEnd.ts"
import { replaceFile, writableFile } from "./replaceFile.ts"

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Adds to a file, or creates the file. A file with several names is copied and replaced, so that the content at the
 * other names stays.
 */
export function* appendFile(place: PathEnd, path: string, bytes: Uint8Array): Steps<Written> {
  const before = writableFile(place, path)
  if (before === undefined) return yield* createFile(place, path, bytes)
  if (before.nlink > 1) {
    const old = yield* readContent(place, path)
    const written = yield* replaceFile(place, path, Buffer.concat([old, bytes]), before)
    return { ...written, sizeBefore: old.length }
  }
  using file = openFound(place, path, O_WRONLY | O_APPEND)
  if (fstatSync(file.fd).nlink > 1) throw changed
  return yield* append(file.fd, bytes)
}

function* append(fd: number, bytes: Uint8Array): Steps<Written> {
  const sizeBefore = fstatSync(fd).size
  try {
    yield* writeContent(fd, bytes)
    return { size: fstatSync(fd).size, sizeBefore }
  } catch (error) {
    takeBack(fd, sizeBefore, bytes.length)
    throw error
  }
}

// Removes only bytes that this call has written. A file that is longer than the old size and the added bytes together
// was also written by another process.
const takeBack = (fd: number, sizeBefore: number, added: number) => {
  const { size } = fstatSync(fd)
  if (size > sizeBefore && size <= sizeBefore + added) ftruncateSync(fd, sizeBefore)
}

function* createFile(place: PathEnd, path: string, bytes: Uint8Array): Steps<Written> {
  const target = place.makeFolders()
  if (target === undefined) throw new FileFailed("NotAFile", path)
  try {
    place.confirmFolder()
    using file = new OpenFile(target.entry, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK, 0o666)
    try {
      const { size } = yield* append(file.fd, bytes)
      return { size, sizeBefore: undefined }
    } catch (error) {
      removeIfStill(target.entry, file.fd)
      throw error
    }
  } catch (error) {
    target.undo()
    // Another process created the file, or removed its folder.
    throw errno(error) === "EEXIST" || errno(error) === "ENOENT" ? changed : error
  }
}

const removeIfStill = (at: string, fd: number) => {
  const { ino, dev } = fstatSync(fd)
  const there = lstatSync(at, { throwIfNoEntry: false })
  if (there?.ino === ino && there.dev === dev) unlinkSync(at)
}
