import { type FileHandle, unlink } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder, syncFolder } from "@toolgate/local-secrets"
import type { Head } from "@toolgate/wire"
import { openSegment, type SegmentFiles } from "./SegmentFile.ts"
import type { SegmentStorage } from "./SegmentStorage.ts"
import { readFirstRecord, readLastRecord } from "./segmentEnds.ts"
import { listSegments } from "./segmentName.ts"

/** Returns a place that stores segments as files in a folder. `restore` recreates the folder's other files. */
export const makeFolderStorage = (
  folder: string,
  files: SegmentFiles,
  restore: () => Promise<void> = async () => {}
): SegmentStorage => ({
  writeAfterMs: 5,
  syncsWrites: false,
  open: async (name, before, first) => {
    const after = await openHeads(folder, before, files)
    const path = join(folder, name)
    const file = await files.create(path)
    try {
      await file.write(first(after))
      await file.sync()
      await syncFolder(folder)
    } catch (error) {
      await file.close().catch(() => {})
      await unlink(path).catch(() => {})
      throw error
    }
    return { ...file, write: (batch) => file.write(batch.lines([])) }
  },
  restore: async () => {
    await makeFolder(folder)
    await restore()
  }
})

/** The number of newest segments to read. */
const looked = 64

/**
 * Returns the last record of each other segment, unless a segment already names that record. A new segment names them,
 * so that truncation is noticed. `before` is the last record that this process stored, and is always included.
 */
const openHeads = async (
  folder: string,
  before: Head | undefined,
  files: SegmentFiles
): Promise<ReadonlyArray<Head>> => {
  const all = await listSegments(folder)
  const names = all.filter((name, index) => name === before?.segment || index >= all.length - looked)
  const ends = await Promise.all(names.map((segment) => endsOf(folder, segment)))
  const named = new Set(ends.flatMap(({ names }) => names))
  const heads = ends.flatMap(({ head }) =>
    head === undefined || named.has(keyOf(head)) || isWithin(head, before) ? [] : [head]
  )
  const lasted = await Promise.all(heads.map((head) => lasting(folder, head, files)))
  return before === undefined || heads.some(({ segment }) => segment === before.segment) ? lasted : [...lasted, before]
}

/** Whether `before` already covers a head. If the disk contains a later record, the later head is used. */
const isWithin = ({ segment, seq }: Head, before: Head | undefined): boolean =>
  segment === before?.segment && seq <= before.seq

interface Ends {
  /** The heads of other segments named by this one. */
  readonly names: ReadonlyArray<string>
  readonly head: Head | undefined
}

const endsOf = async (folder: string, segment: string): Promise<Ends> => {
  let file: FileHandle | undefined
  try {
    file = await openSegment(join(folder, segment))
    const { size } = await file.stat()
    const first = await readFirstRecord(file, size)
    // A segment without a complete first record guarantees nothing.
    if (first === undefined) return nothing
    const last = await readLastRecord(file, size)
    const head =
      last !== undefined && Number.isSafeInteger(last.seq)
        ? { segment, seq: last.seq, hash: last.hash }
        : unread(segment)
    return { names: first.kind === "log.opened" ? first.after.map(keyOf) : [], head }
  } catch {
    return { names: [], head: unread(segment) }
  } finally {
    await file?.close().catch(() => {})
  }
}

/**
 * Syncs a segment and returns its head. After a power failure, a named head must exist if the segment that names it
 * does.
 */
const lasting = async (folder: string, head: Head, files: SegmentFiles): Promise<Head> => {
  try {
    await files.sync(join(folder, head.segment))
    return head
  } catch {
    return unread(head.segment)
  }
}

/** Returns a placeholder head for an unreadable segment, so that at least the segment is named. */
const unread = (segment: string): Head => ({ segment, seq: 0, hash: "" })

const keyOf = ({ segment, seq }: Head): string => `${segment} ${seq}`

const nothing: Ends = { names: [], head: undefined }
