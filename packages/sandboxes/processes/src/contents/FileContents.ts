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
import { tried } from "../tried.ts"

/** The content of a file, in the words of `FileContent` of `@toolgate/core`. */
export interface FoundContent {
  readonly path: string
  readonly content: string
}

/**
 * Returns what these files hold, as `readContent` says it. Yields between files, so that the caller can let others run. Once 64 MiB are
 * read, further files are compared like long ones.
 */
export function* readContents(paths: Iterable<string>): Generator<void, ReadonlyArray<FoundContent>> {
  const found: Array<FoundContent> = []
  let room = mostBytes
  for (const path of paths) {
    const size = tried(() => statSync(path, { throwIfNoEntry: false })?.size) ?? 0
    found.push({ path, content: readContent(path, Math.min(longest, room)) })
    if (size <= room) room -= size
    yield
  }
  return found
}

/** Returns the first of these files that does not hold what it held, or `undefined`. Does not wait: nothing of this process runs meanwhile. */
export const findChanged = (before: Iterable<FoundContent>): string | undefined => {
  for (const { path, content } of before) {
    // What was compared without its bytes is again.
    const now = readContent(path, content.startsWith("file ") ? 0 : longest)
    if (content === "unknown" || now !== content) return path
  }
  return undefined
}

/**
 * Returns what a file holds, as a text: a digest of its bytes, "absent", "folder", or "unknown". A link counts with where it leads, so
 * that a file that a link takes the place of is another one. A file of more than `most` bytes is compared by its length, its place and its times.
 */
export const readContent = (path: string, most = longest): string => {
  let file: number | undefined
  try {
    const target = lstatSync(path).isSymbolicLink() ? realpathSync(path) : undefined
    const stats = statSync(target ?? path, { bigint: true })
    if (stats.isDirectory()) return "folder"
    if (!stats.isFile() || stats.size > most) return metadataOf(stats)
    file = openSync(target ?? path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    // It may have become another one since, or grow while it is read.
    if (!fstatSync(file).isFile() || fstatSync(file).size > most) return "unknown"
    const bytes = readFileSync(file)
    const digest = `sha256:${hash("sha256", bytes)}`
    return bytes.length > most ? "unknown" : target === undefined ? digest : `${digest} at ${target}`
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

/** The bytes that are read for one call. */
const mostBytes = 64 * 1024 * 1024
