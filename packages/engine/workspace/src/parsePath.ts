import { win32 } from "node:path"
import { toUSVString } from "node:util"

/** A path split into names. */
export interface PathText {
  /** The root of an absolute path; `undefined` for a relative path. */
  readonly root: string | undefined
  /** The names, without empty names and ".", but with "..". */
  readonly names: Array<string>
  /** Whether the path can only mean a folder: it ends in a separator, "." or "..". */
  readonly folder: boolean
}

/** The longest path that Linux accepts, in bytes. */
export const longestPath = 4_096

/**
 * Splits a path into names. Returns `undefined` for a text that cannot name a file on this platform. Does not access
 * the disk.
 */
export const parsePath = (path: string, platform: NodeJS.Platform = process.platform): PathText | undefined => {
  if (
    path === "" ||
    path.includes("\0") ||
    path.length > longestPath ||
    longerThan(longestPath, path) ||
    toUSVString(path) !== path
  )
    return undefined
  return platform === "win32" ? parseWindows(path) : parsePosix(path)
}

const parsePosix = (path: string): PathText | undefined => cut(path[0] === "/" ? "/" : undefined, path.split("/"))

const parseWindows = (path: string): PathText | undefined => {
  const { root } = win32.parse(path)
  // "C:x" depends on the drive's current folder, and "\x" on the current drive.
  if (root !== "" && !/^[a-z]:[\\/]$/i.test(root)) return undefined
  const names = path.slice(root.length).split(/[\\/]/)
  if (names.some((name) => name !== "." && name !== ".." && foldedByWindows.test(name))) return undefined
  return cut(root === "" ? undefined : `${root[0]?.toUpperCase()}:\\`, names)
}

// Windows strips trailing dots and blanks, reads the text after a colon as a stream, shortens names to "LONGFI~1", and
// has devices in every folder. Each of these gives a file a second name.
const foldedByWindows = /[<>:"|?*]|[. ]$|~\d|^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i

const cut = (root: string | undefined, given: ReadonlyArray<string>): PathText | undefined => {
  const names: Array<string> = []
  for (const name of given) {
    if (name === "" || name === ".") continue
    if (longerThan(255, name)) return undefined
    names.push(name)
  }
  const last = given.at(-1)
  return { root, names, folder: last === "" || last === "." || last === ".." }
}

// A quick check first: a UTF-16 unit takes at most three bytes in UTF-8.
const longerThan = (bytes: number, text: string) => text.length > bytes / 3 && Buffer.byteLength(text) > bytes
