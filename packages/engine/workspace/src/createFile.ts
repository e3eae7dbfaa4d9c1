import { constants, fstatSync, lstatSync, unlinkSync } from "node:fs"
import { FileFailed, type Written } from "@toolgate/core"
import { changed } from "./changed.ts"
import { OpenFile, writeContent } from "./content.ts"
import { getErrno } from "./getErrno.ts"
import type { PathEnd } from "./PathEnd.ts"
import { checkWritable } from "./replaceFile.ts"
import type { Steps } from "./runOperation.ts"

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Creates a new file. Throws "Exists" if there is already an entry. */
export function* createFile(place: PathEnd, path: string, bytes: Uint8Array): Steps<Written> {
  if (place.found !== undefined) throw new FileFailed("Exists", path)
  checkWritable(place, path)
  return yield* createMissingFile(place, path, bytes)
}

/** Creates a missing file and the folders above it. Throws `changed` if the file exists by now. */
export function* createMissingFile(place: PathEnd, path: string, bytes: Uint8Array): Steps<Written> {
  const target = place.makeFolders()
  if (target === undefined) throw new FileFailed("NotAFile", path)
  try {
    place.confirmFolder()
    using file = new OpenFile(target.entry, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK, 0o666)
    try {
      yield* writeContent(file.fd, bytes)
      return { size: fstatSync(file.fd).size, sizeBefore: undefined }
    } catch (error) {
      removeIfStill(target.entry, file.fd)
      throw error
    }
  } catch (error) {
    target.undo()
    // Another process created the file, or removed its folder.
    throw getErrno(error) === "EEXIST" || getErrno(error) === "ENOENT" ? changed : error
  }
}

const removeIfStill = (at: string, fd: number) => {
  const { ino, dev } = fstatSync(fd)
  const there = lstatSync(at, { throwIfNoEntry: false })
  if (there?.ino === ino && there.dev === dev) unlinkSync(at)
}
