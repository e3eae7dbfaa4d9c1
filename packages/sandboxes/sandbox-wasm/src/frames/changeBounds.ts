import type { FileChange } from "../files/FileChange.ts"

/** The most bytes of a whole path, as in Linux. */
const pathBytes = 4095

/** The most bytes of the header that reports a command's changes: some 30,000 paths of usual length. */
export const changesHeader = 4 * 2 ** 20

/** The most bytes that a change takes of the header, apart from its path. */
const aroundPath = 64

/** The rest of a header, with the message of a trap. */
const aroundChanges = 64 * 1024

/**
 * Whether changes can be reported and written. A file with many names counts once for each name, because each name is
 * written as a file of its own: with enough names, a guest's small content would fill a disk.
 */
export const fitsIn = (changes: ReadonlyArray<FileChange>, fileBytes: number): boolean => {
  let content = 0
  let header = aroundChanges
  for (const change of changes) {
    if (change.kind === "file") content += change.bytes.length
    header += aroundPath + jsonBytes(change.path) + (change.kind === "link" ? jsonBytes(change.target) : 0)
    if (content > fileBytes || header > changesHeader) return false
  }
  return true
}

/**
 * Whether changes are such as a command of ours makes: each has a path of its own, which is absolute and no longer than
 * paths can be.
 */
export const areOurs = (changes: ReadonlyArray<FileChange>): boolean =>
  new Set(changes.map(({ path }) => path)).size === changes.length &&
  changes.every(({ path }) => path.startsWith("/") && Buffer.byteLength(path) <= pathBytes)

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))
