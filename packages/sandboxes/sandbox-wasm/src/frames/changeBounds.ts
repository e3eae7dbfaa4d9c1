import type { FileChange } from "../files/FileChange.ts"

/** The longest path in bytes, as in Linux. */
const pathBytes = 4095

/** The longest header with a command's changes, in bytes: some 30,000 paths of usual length. */
export const changesHeader = 4 * 2 ** 20

/** Bytes of the header for a change, without its path. */
const aroundPath = 64

/** Bytes of the rest of the header, with the message of a trap. */
const aroundChanges = 64 * 1024

/**
 * Whether changes fit into a frame and the file limit. A file counts once for each of its names, because each name
 * becomes a separate file: with enough names, a guest's small content would fill a disk.
 */
export const fitsInFrame = (changes: ReadonlyArray<FileChange>, fileBytes: number): boolean => {
  let content = 0
  let header = aroundChanges
  for (const change of changes) {
    if (change.kind === "file") content += change.bytes.length
    header += aroundPath + jsonBytes(change.path) + (change.kind === "link" ? jsonBytes(change.target) : 0)
    if (content > fileBytes || header > changesHeader) return false
  }
  return true
}

/** Whether changes are valid for a command: each has a distinct, absolute path of legal length. */
export const areValidChanges = (changes: ReadonlyArray<FileChange>): boolean =>
  new Set(changes.map(({ path }) => path)).size === changes.length &&
  changes.every(({ path }) => path.startsWith("/") && Buffer.byteLength(path) <= pathBytes)

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))
