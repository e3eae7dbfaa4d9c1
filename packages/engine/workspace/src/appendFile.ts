import { constants, fstatSync, ftruncateSync } from "node:fs"
import type { Written } from "@toolgate/core"
import { changed } from "./changed.ts"
import { openFound, readContent, writeContent } from "./content.ts"
import { createMissingFile } from "./createFile.ts"
import type { PathEnd } from "./PathEnd.ts"
import { checkWritable, replaceFile } from "./replaceFile.ts"
import type { Steps } from "./runOperation.ts"

const { O_WRONLY, O_APPEND } = constants

/**
 * Appends to a file, or creates the file. A file with several hard links is copied and replaced, so that the other
 * links keep their content.
 */
export function* appendFile(place: PathEnd, path: string, bytes: Uint8Array): Steps<Written> {
  const before = checkWritable(place, path)
  if (before === undefined) return yield* createMissingFile(place, path, bytes)
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

// Removes only bytes that this call has written. If the file is longer than expected, another process has appended to
// it too.
const takeBack = (fd: number, sizeBefore: number, added: number) => {
  const { size } = fstatSync(fd)
  if (size > sizeBefore && size <= sizeBefore + added) ftruncateSync(fd, sizeBefore)
}
