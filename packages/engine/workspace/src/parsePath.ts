import { win32 } from "node:path"
import { toUSVString } from "node:util"

/** A path, cut into names. */
export interface PathText {
  /** Where it starts: `undefined` for a relative path. */
  readonly root: string | undefined
  /** Without empty names and "."; with "..". */
  readonly names: Array<string>
  /** It ends so that only a folder can be meant: in a separator, "." or "..". */
  readonly folder: boolean
}

/** How long a path may be, in bytes: Linux takes no longer one. */
export const longestPath = 4_096

/** Cuts a path into names; `undefined` for what cannot name a file on this platform, found without asking the disk. */
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
  // "C:x" starts at a folder that only the shell knows, "\x" on a drive that only the process knows.
  if (root !== "" && !/^[a-z]:[\\/]$/i.test(root)) return undefined
  const names = path.slice(root.length).split(/[\\/]/)
  if (names.some((name) => name !== "." && name !== ".." && foldedByWindows.test(name))) return undefined
  return cut(root === "" ? undefined : `${root[0]?.toUpperCase()}:\\`, names)
}

// Windows drops dots and blanks at the end of a name, reads what follows a colon as a stream of the file, cuts names in the
// form "LONGFI~1", and has devices in every folder: each is a second name of something.
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

// A UTF-16 unit is at most three bytes of UTF-8.
const longerThan = (bytes: number, text: string) => text.length > bytes / 3 && Buffer.byteLength(text) > bytes
