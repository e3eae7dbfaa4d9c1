import { isUtf8 } from "node:buffer"
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { explainFileError } from "@toolgate/core"
import { longestText } from "./readYaml.ts"

/**
 * Reads the text of a file. Returns a problem as text to follow the file's name and a colon. Reading never blocks:
 * only a regular file is read. `what` is the kind of file, as in "policy". `most` is the largest size in bytes; the
 * default is the limit for YAML. `isMissing`: the file does not exist.
 */
export const readTextFile = (
  path: string,
  what: string,
  most = longestText
): { readonly text: string } | { readonly fault: string; readonly isMissing?: boolean } => {
  try {
    // Without `O_NONBLOCK`, opening a pipe or reading a device could block for ever.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return read(fd, what, most)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return { fault: explainFileError(error, "read"), isMissing: (error as NodeJS.ErrnoException).code === "ENOENT" }
  }
}

const read = (fd: number, what: string, most: number): { readonly text: string } | { readonly fault: string } => {
  const stats = fstatSync(fd)
  if (stats.isDirectory()) return { fault: "it is a folder; name a file" }
  if (!stats.isFile()) return { fault: "it is not a regular file" }
  // The size may be wrong, so the file is read to its end.
  const bytes = Buffer.allocUnsafe(Math.min(Math.max(stats.size, 4096), most) + 1)
  let length = 0
  let whole = bytes
  for (;;) {
    const more = readSync(fd, whole, length, whole.length - length, length)
    if (more === 0) break
    length += more
    if (length > most) return { fault: tooLong(what, most) }
    if (length === whole.length) whole = Buffer.concat([whole], Math.min(2 * whole.length, most + 1))
  }
  const content = whole.subarray(0, length)
  return isUtf8(content) ? { text: content.toString() } : { fault: "it is not UTF-8 text" }
}

const tooLong = (what: string, most: number): string =>
  most === longestText
    ? `it is longer than 4 MiB; split the ${what} into several files`
    : `it is longer than ${most / 1024} KiB`
