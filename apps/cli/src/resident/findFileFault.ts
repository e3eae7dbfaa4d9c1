import { lstatSync, type Stats } from "node:fs"
import { explainFileError } from "@toolgate/core"

/** Returns why a folder is not this user's alone, as the end of a sentence; `undefined` if it is. */
export const findFolderFault = (path: string): string | undefined =>
  findFault(path, (found) => (found.isDirectory() ? undefined : "is not a folder"))

/** Returns why a Unix socket is not this user's alone, as the end of a sentence; `undefined` if it is. */
export const findSocketFault = (path: string): string | undefined =>
  findFault(path, (found) => (found.isSocket() ? undefined : "is not a socket"))

/** Whether a path leads nowhere. A broken link is there. */
export const isAbsent = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Returns why a file is not this user's alone, from its owner and mode. */
export const findOwnerFault = ({ uid, mode }: Pick<Stats, "uid" | "mode">): string | undefined => {
  const own = process.getuid?.()
  if (uid !== own) return `belongs to the user ${uid}, not to you (${own})`
  return (mode & 0o077) === 0 ? undefined : `is open to other users: its mode is ${(mode & 0o7777).toString(8)}`
}

const findFault = (path: string, findKindFault: (found: Stats) => string | undefined): string | undefined => {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return "is a link"
    return findKindFault(found) ?? findOwnerFault(found)
  } catch (cause) {
    return `cannot be used: ${explainFileError(cause, "read")}`
  }
}
