import { isUtf8 } from "node:buffer"
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs"
import { toUSVString } from "node:util"
import { type ByteRange, FileFailed } from "@toolgate/core"
import type { PathEnd } from "./PathEnd.ts"
import type { Steps } from "./runOperation.ts"

/** The limit of bytes read into memory at once. */
const maxContentBytes = 64 * 1024 * 1024

/** The bytes read or written before yielding to the event loop: some tenths of a millisecond of work. */
const chunkBytes = 1024 * 1024

/** An open file, closed when it is disposed. */
export class OpenFile implements Disposable {
  readonly fd: number
  constructor(at: string, flags: number, mode?: number) {
    this.fd = openSync(at, flags, mode)
  }
  [Symbol.dispose]() {
    closeSync(this.fd)
  }
}

// Windows lacks both constants, and has neither the pipes nor the links that they guard against.
const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants

/** Returns the regular file at the end of a path. Throws "NotFound" or "NotAFile". */
export const requireRegularFile = ({ found, folderMeant }: PathEnd, path: string) => {
  if (found === undefined) throw new FileFailed("NotFound", path)
  if (found.stats?.isFile() !== true || folderMeant) throw new FileFailed("NotAFile", path)
  return { at: found.at, stats: found.stats }
}

/**
 * Opens exactly the file that was found. A descriptor path is itself a link, so O_NOFOLLOW applies only to plain paths.
 */
export const openFound = (place: PathEnd, path: string, access: number): OpenFile => {
  const { at } = requireRegularFile(place, path)
  const file = new OpenFile(at, access | O_NONBLOCK | (at === place.path ? O_NOFOLLOW : 0))
  try {
    // A plain path may lead to a pipe by now. A pinned file cannot change its kind.
    if (at === place.path && !fstatSync(file.fd).isFile()) throw new FileFailed("NotAFile", path)
    place.confirm(file.fd)
    return file
  } catch (error) {
    file[Symbol.dispose]()
    throw error
  }
}

/** Reads a whole file or a range. The size in its stats is only a first guess: the file is read to its end. */
export function* readContent(place: PathEnd, path: string, range?: ByteRange): Steps<Uint8Array> {
  using file = openFound(place, path, constants.O_RDONLY)
  const { size } = requireRegularFile(place, path).stats
  if (range === undefined) {
    if (size > maxContentBytes) throw new FileFailed("TooLarge", path)
    const bytes = yield* readUpTo(file.fd, 0, maxContentBytes + 1, size)
    if (bytes.length > maxContentBytes) throw new FileFailed("TooLarge", path)
    return bytes
  }
  const { offset, length } = range
  if (!isCount(offset) || !isCount(length)) {
    throw new FileFailed("Io", path, { message: "The range of a file must be whole numbers of at least 0." })
  }
  if (Math.min(length, size - offset) > maxContentBytes) throw new FileFailed("TooLarge", path)
  return yield* readUpTo(file.fd, offset, Math.min(length, maxContentBytes), size - offset)
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

function* readUpTo(fd: number, offset: number, length: number, expected: number): Steps<Uint8Array> {
  let bytes = new Uint8Array(Math.min(length, Math.max(0, expected) + 1))
  let done = 0
  while (done < length) {
    if (done === bytes.length) bytes = grown(bytes, length)
    const read = readSync(fd, bytes, done, Math.min(chunkBytes, bytes.length - done), offset + done)
    if (read === 0) break
    done += read
    // One extra byte was requested, so a short read means the end of the file. Files in /proc report size 0 despite
    // their content.
    if (done === expected && done < bytes.length) break
    if (done % chunkBytes === 0) yield
  }
  return bytes.subarray(0, done)
}

const grown = (bytes: Uint8Array, most: number) => {
  const larger = new Uint8Array(Math.min(most, Math.max(2 * bytes.length, 4096)))
  larger.set(bytes)
  return larger
}

/**
 * Decodes UTF-8. Throws "NotText" for anything else, because replacement characters would be written back into the
 * file. Preserves a byte order mark.
 */
export const decodeText = (bytes: Uint8Array, path: string): string => {
  if (!isUtf8(bytes)) throw new FileFailed("NotText", path)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

export const encodeText = (text: string, path: string): Uint8Array => {
  if (toUSVString(text) === text) return Buffer.from(text)
  throw new FileFailed("NotText", path, { message: "The text to write contains half a character (a lone surrogate)." })
}

export function* writeContent(fd: number, bytes: Uint8Array): Steps<void> {
  let done = 0
  while (done < bytes.length) {
    const from = done
    done += writeSync(fd, bytes, done, Math.min(chunkBytes, bytes.length - done))
    if (done === from) throw Object.assign(new Error("ENOSPC: nothing was written"), { code: "ENOSPC" })
    if (done < bytes.length) yield
  }
}
