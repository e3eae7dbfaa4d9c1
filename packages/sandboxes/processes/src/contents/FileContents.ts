import { hash } from "node:crypto"
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync
} from "node:fs"

/** The content of a file, in the words of `FileContent` of `@toolgate/core`. */
export interface FoundContent {
  readonly path: string
  readonly content: string
}

/** Returns the first of these files that does not hold what it held, or `undefined`. Does not wait: nothing of this process runs meanwhile. */
export const findChanged = (before: Iterable<FoundContent>): string | undefined => {
  for (const { path, content } of before) if (content === "unknown" || readContent(path) !== content) return path
  return undefined
}

/**
 * Returns what a file holds, as a text: a digest of its bytes, "absent", "folder", or "unknown". A link counts with where it leads, so
 * that a file that a link takes the place of is another one. A file of more than 8 MiB is compared by its length, its place and its times.
 */
export const readContent = (path: string): string => {
  let file: number | undefined
  try {
    const target = lstatSync(path).isSymbolicLink() ? realpathSync(path) : undefined
    const stats = statSync(target ?? path, { bigint: true })
    if (stats.isDirectory()) return "folder"
    if (!stats.isFile() || stats.size > longest) return metadataOf(stats)
    file = openSync(target ?? path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    // It may have become another one since, or grow while it is read.
    if (!fstatSync(file).isFile() || fstatSync(file).size > longest) return "unknown"
    const bytes = readFileSync(file)
    const digest = `sha256:${hash("sha256", bytes)}`
    return bytes.length > longest ? "unknown" : target === undefined ? digest : `${digest} at ${target}`
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unknown"
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const metadataOf = ({ size, dev, ino, mtimeNs, ctimeNs }: BigIntStats): string =>
  `file ${[size, dev, ino, mtimeNs, ctimeNs].join(" ")}`

/** The longest file that is read, in bytes. */
const longest = 8 * 1024 * 1024
