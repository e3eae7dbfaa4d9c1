import { isUtf8 } from "node:buffer"
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { longestText } from "./readYaml.ts"

/**
 * The text of a file, or why there is none, in words that follow the file's name and a colon. It waits for nothing: what is no regular
 * file is a fault. `what` the file is, as in "policy"; `most`: in bytes, at most 4 MiB.
 */
export const readTextFile = (
  path: string,
  what: string,
  most = longestText
): { readonly text: string } | { readonly fault: string } => {
  try {
    // A pipe would let the opening wait for ever, and a device the reading.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return read(fd, what, most)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return { fault: reason(error) }
  }
}

const read = (fd: number, what: string, most: number): { readonly text: string } | { readonly fault: string } => {
  const stats = fstatSync(fd)
  if (stats.isDirectory()) return { fault: "it is a folder; name a file" }
  if (!stats.isFile()) return { fault: "it is not a regular file" }
  // What the size says is a guess: the file is read to its end.
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
    ? `it is longer than 4 MiB; cut the ${what} into several files`
    : `it is longer than ${most / 1024} KiB`

const reason = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return reasons.get(code) ?? `it cannot be read${code === "" ? "" : ` (${code})`}`
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file: a part of its path is no folder"],
  ["EISDIR", "it is a folder; name a file"],
  ["EACCES", "the operating system does not permit reading it"],
  ["EPERM", "the operating system does not permit reading it"],
  ["ELOOP", "its path leads through too many links"],
  ["ENXIO", "it is not a regular file"]
])
