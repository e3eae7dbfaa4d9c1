import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import type { AuditRecord, Head } from "../AuditRecord.ts"
import { hashOf } from "./chain.ts"
import { longestLine } from "./longestLine.ts"
import { openSegment } from "./SegmentFile.ts"
import { segmentNames } from "./segmentName.ts"

/** How many segments are looked at, the newest. */
const looked = 64

/**
 * The last records of the other segments, as far as no segment names them yet: what a new segment is to name, so that what is
 * cut off behind them is noticed.
 */
export const openHeads = async (folder: string): Promise<ReadonlyArray<Head>> => {
  const named = new Set<string>()
  const heads: Array<Head> = []
  for (const segment of (await segmentNames(folder)).slice(-looked)) {
    const seen = await look(folder, segment)
    for (const { segment, seq } of seen.after) named.add(`${segment} ${seq}`)
    if (seen.head !== undefined) heads.push(seen.head)
  }
  return heads.filter(({ segment, seq }) => !named.has(`${segment} ${seq}`))
}

interface Seen {
  readonly after: ReadonlyArray<Head>
  readonly head: Head | undefined
}

const look = async (folder: string, segment: string): Promise<Seen> => {
  // What cannot be read is there at least, and that is worth naming.
  const unread: Seen = { after: [], head: { segment, seq: 0, hash: "" } }
  let file: FileHandle | undefined
  try {
    file = await openSegment(join(folder, segment))
    const { size } = await file.stat()
    const first = recordIn(firstLine(await read(file, 0, Math.min(size, longestLine))))
    // Nothing was promised by a segment that does not hold one whole record.
    if (first === undefined) return { after: [], head: undefined }
    const last = await lastRecord(file, size)
    // A head that is named has to be there after a loss of power, when the one that names it is.
    await file.datasync()
    const after = first.kind === "log.opened" ? first.after : []
    return last === undefined ? { ...unread, after } : { after, head: { segment, seq: last.seq, hash: last.hash } }
  } catch {
    return unread
  } finally {
    await file?.close().catch(() => {})
  }
}

const lastRecord = async (file: FileHandle, size: number): Promise<AuditRecord | undefined> => {
  for (let length = 8 * 1024; length <= longestLine; length *= 8) {
    const from = Math.max(0, size - length)
    const bytes = await read(file, from, size - from)
    // What follows the last end of a line is still being written, or was when its process died.
    const end = bytes.lastIndexOf(newline)
    const begin = end > 0 ? bytes.lastIndexOf(newline, end - 1) : -1
    if (end > 0 && (begin >= 0 || from === 0)) return recordIn(bytes.subarray(begin + 1, end))
    if (from === 0) return undefined
  }
  return undefined
}

const read = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const firstLine = (bytes: Buffer): Buffer => bytes.subarray(0, Math.max(0, bytes.indexOf(newline)))

const recordIn = (line: Buffer): AuditRecord | undefined =>
  hashOf(line) === undefined ? undefined : (JSON.parse(line.toString()) as AuditRecord)

const newline = 0x0a
