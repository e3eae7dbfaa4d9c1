import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import type { Head } from "@toolgate/wire"
import { openSegment, type SegmentFiles } from "./SegmentFile.ts"
import { firstRecord, lastRecord } from "./segmentEnds.ts"
import { segmentNames } from "./segmentName.ts"

/** How many segments are looked at, the newest. */
const looked = 64

/**
 * The last records of the other segments, as far as no segment names them yet: what a new segment is to name, so that what is
 * cut off behind them is noticed. `before` is the last record that this process kept itself: it is named whatever has become
 * of its segment since.
 */
export const openHeads = async (
  folder: string,
  before: Head | undefined,
  files: SegmentFiles
): Promise<ReadonlyArray<Head>> => {
  const all = await segmentNames(folder)
  const names = all.filter((name, index) => name === before?.segment || index >= all.length - looked)
  const ends = await Promise.all(names.map((segment) => endsOf(folder, segment)))
  const named = new Set(ends.flatMap(({ names }) => names))
  const heads = ends.flatMap(({ head }) =>
    head === undefined || named.has(keyOf(head)) || isWithin(head, before) ? [] : [head]
  )
  const lasted = await Promise.all(heads.map((head) => lasting(folder, head, files)))
  return before === undefined || heads.some(({ segment }) => segment === before.segment) ? lasted : [...lasted, before]
}

/** More may be on the disk than what was kept; not less, and nothing else. */
const isWithin = ({ segment, seq }: Head, before: Head | undefined): boolean =>
  segment === before?.segment && seq <= before.seq

interface Ends {
  /** The heads of others that it names. */
  readonly names: ReadonlyArray<string>
  readonly head: Head | undefined
}

const endsOf = async (folder: string, segment: string): Promise<Ends> => {
  let file: FileHandle | undefined
  try {
    file = await openSegment(join(folder, segment))
    const { size } = await file.stat()
    const first = await firstRecord(file, size)
    // Nothing was promised by a segment that does not hold one whole record.
    if (first === undefined) return nothing
    const last = await lastRecord(file, size)
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

/** A head that is named has to be there after a loss of power, when the one that names it is. */
const lasting = async (folder: string, head: Head, files: SegmentFiles): Promise<Head> => {
  try {
    await files.sync(join(folder, head.segment))
    return head
  } catch {
    return unread(head.segment)
  }
}

/** What cannot be read is there at least, and that is worth naming. */
const unread = (segment: string): Head => ({ segment, seq: 0, hash: "" })

const keyOf = ({ segment, seq }: Head): string => `${segment} ${seq}`

const nothing: Ends = { names: [], head: undefined }
