import { exceptionOf, PathPattern } from "@toolgate/access"
import type { FileAccess, FileMode } from "@toolgate/core"

/** What may be done with a path: all that any entry of an access allows. */
export type Letters = "" | FileMode

/**
 * The least that each of the two allows, put together. `isFolder`: whether a folder is at the path. `meant`: another path whose
 * exceptions hold for it as well.
 */
export const grantedLetters = (
  access: ReadonlyArray<FileAccess>,
  path: string,
  isFolder = false,
  meant = path
): Letters => {
  const isExcepted = (entry: FileAccess, letter: "r" | "w") =>
    exceptionOf(entry, path, letter, isFolder) !== undefined ||
    // Whoever granted a file by its name did not know what else it is.
    (meant !== path && access.some((other) => exceptionOf(other, meant, letter, isFolder) !== undefined))
  let read = false
  let write = false
  for (const entry of access) {
    const isNamed = entry.scope === "exact" ? path === entry.path : isBeneath(path, entry.path)
    if (!isNamed || isExcepted(entry, "r")) continue
    read ||= entry.mode.includes("r")
    write ||= entry.mode.includes("w") && !isExcepted(entry, "w")
  }
  return read ? (write ? "rw" : "r") : write ? "w" : ""
}

/** Whether a path is a folder or beneath it, name by name: "/a/xy" is not beneath "/a/x". */
export const isBeneath = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/**
 * A pattern of an exception: upper and lower case are the same to it, and what cannot be read as one matches
 * everything.
 */
export const pathPattern = (text: string): Pick<PathPattern, "begins" | "matches" | "prefix" | "shape"> => {
  const parsed = PathPattern.parse(text, { folded: true })
  return typeof parsed === "string" ? everything : parsed
}

const everything = { begins: "relative" as const, matches: () => true, prefix: [], shape: "wild" as const }
