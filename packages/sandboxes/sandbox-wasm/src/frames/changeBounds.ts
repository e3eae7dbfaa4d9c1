import type { FileChange } from "@toolgate/guest-files"

/** Bytes of a whole path, as Linux has it. */
const pathBytes = 4095

/** Bytes of the header that tells of what a command changed: some 30,000 paths of usual length. */
export const changesHeader = 4 * 2 ** 20

/** What a change takes of the header beside its path, at the most. */
const aroundPath = 64

/** The rest of a header, with what a trap says. */
const aroundChanges = 64 * 1024

/**
 * Whether changes can be told and written. A file with many names counts for each of them: each is written as a file of its own,
 * and with enough of them the little that a guest may have would fill a disk.
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

/** Whether changes are such as a command of ours makes: each of another path, which is absolute and as long as paths can be. */
export const areOurs = (changes: ReadonlyArray<FileChange>): boolean =>
  new Set(changes.map(({ path }) => path)).size === changes.length &&
  changes.every(({ path }) => path.startsWith("/") && Buffer.byteLength(path) <= pathBytes)

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))
