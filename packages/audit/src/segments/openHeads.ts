import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import type { AuditRecord, Head } from "../AuditRecord.ts"
import { hashOf } from "./chain.ts"
import { longestLine } from "./longestLine.ts"
import { recordIn } from "./recordIn.ts"
import { openSegment, type SegmentFiles } from "./SegmentFile.ts"
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
  const named = new Set(ends.flatMap(({ after }) => after.map(keyOf)))
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
  readonly after: ReadonlyArray<Head>
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
    const head = last === undefined ? unread(segment) : { segment, seq: last.seq, hash: last.hash }
    return { after: first.kind === "log.opened" ? first.after : [], head }
  } catch {
    return { after: [], head: unread(segment) }
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

const firstRecord = async (file: FileHandle, size: number): Promise<AuditRecord | undefined> => {
  for (let length = firstLook; length <= longestLine; length *= 8) {
    const bytes = await read(file, 0, Math.min(size, length))
    const end = bytes.indexOf(newline)
    if (end >= 0) return whole(bytes.subarray(0, end))
    if (length >= size) return undefined
  }
  return undefined
}

const lastRecord = async (file: FileHandle, size: number): Promise<AuditRecord | undefined> => {
  for (let length = firstLook; length <= longestLine; length *= 8) {
    const from = Math.max(0, size - length)
    const bytes = await read(file, from, size - from)
    // What follows the last end of a line is still being written, or was when its process died.
    const end = bytes.lastIndexOf(newline)
    const begin = end > 0 ? bytes.lastIndexOf(newline, end - 1) : -1
    if (end > 0 && (begin >= 0 || from === 0)) return whole(bytes.subarray(begin + 1, end))
    if (from === 0) return undefined
  }
  return undefined
}

const read = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const whole = (line: Buffer): AuditRecord | undefined => (hashOf(line) === undefined ? undefined : recordIn(line))

/** What cannot be read is there at least, and that is worth naming. */
const unread = (segment: string): Head => ({ segment, seq: 0, hash: "" })

const keyOf = ({ segment, seq }: Head): string => `${segment} ${seq}`

const nothing: Ends = { after: [], head: undefined }
const firstLook = 4 * 1024
const newline = 0x0a
