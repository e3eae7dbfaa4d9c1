import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs"

/** Reads a small text file. Returns `undefined` for a link, a large file or an error. */
export const readSmallFile = (path: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    if (!fstatSync(fd).isFile()) return undefined
    const bytes = Buffer.alloc(longestFile + 1)
    const length = readSync(fd, bytes, 0, bytes.length, 0)
    return length > longestFile ? undefined : bytes.toString("utf8", 0, length)
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const longestFile = 64 * 1024

export const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

export const findRealPath = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
