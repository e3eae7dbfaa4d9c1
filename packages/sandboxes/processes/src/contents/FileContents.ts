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
import { tryOrUndefined } from "../tryOrUndefined.ts"

/** The recorded content of a file, as in `FileContent` of `@toolgate/core`. */
export interface FoundContent {
  readonly path: string
  readonly content: string
}

/**
 * Reads the content of each file with `readContent`. Yields between files, so that the caller can let other work run.
 * After 64 MiB, further files are compared by their metadata.
 */
export function* readContents(paths: Iterable<string>): Generator<void, ReadonlyArray<FoundContent>> {
  const found: Array<FoundContent> = []
  let room = mostBytes
  for (const path of paths) {
    const size = tryOrUndefined(() => statSync(path, { throwIfNoEntry: false })?.size) ?? 0
    found.push({ path, content: readContent(path, Math.min(longest, room)) })
    if (size <= room) room -= size
    yield
  }
  return found
}

/**
 * Returns the first file whose content has changed, or `undefined`. Runs synchronously, so that no code of this process
 * can change a file meanwhile.
 */
export const findChanged = (before: Iterable<FoundContent>): string | undefined => {
  for (const { path, content } of before) {
    // A file that was compared by its metadata before is compared by its metadata again.
    const now = readContent(path, content.startsWith("file ") ? 0 : longest)
    if (content === "unknown" || now !== content) return path
  }
  return undefined
}

/**
 * Describes the content of a file: a digest of its bytes, "absent", "folder" or "unknown". The target of a link is part
 * of the description, so replacing a file by a link is a change. A file of more than `most` bytes is described by its
 * length, inode and times.
 */
export const readContent = (path: string, most = longest): string => {
  let file: number | undefined
  try {
    const target = lstatSync(path).isSymbolicLink() ? realpathSync(path) : undefined
    const stats = statSync(target ?? path, { bigint: true })
    if (stats.isDirectory()) return "folder"
    if (!stats.isFile() || stats.size > most) return metadataOf(stats)
    file = openSync(target ?? path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    // The file may have been replaced, or may grow while it is read.
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

/** Longer files are compared by their metadata. */
const longest = 8 * 1024 * 1024

const mostBytes = 64 * 1024 * 1024
