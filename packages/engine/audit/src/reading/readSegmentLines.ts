import { join } from "node:path"
import { openSegment } from "../segments/SegmentFile.ts"
import { longestLine } from "../segments/segmentEnds.ts"
import type { SegmentLine } from "./AuditSource.ts"

const chunkBytes = 256 * 1024
const leastBytes = 4 * 1024
const whole: SegmentPart = { start: 0, end: Number.POSITIVE_INFINITY, before: 0 }

/** A part of a segment between two line starts. `start` and `end` are byte offsets. */
export interface SegmentPart {
  readonly start: number
  readonly end: number
  /** The number of lines before the part. */
  readonly before: number
}

/** Yields the lines of a segment in batches, as they are read from the disk. */
export async function* readSegmentLines(
  folder: string,
  segment: string,
  { start, end: partEnd, before }: SegmentPart = whole
): AsyncGenerator<ReadonlyArray<SegmentLine>> {
  const file = await openSegment(join(folder, segment))
  try {
    let number = before
    let position = start
    let lineStart = start
    let begun: Array<Buffer> = []
    let begunBytes = 0
    // A short segment needs no large buffer, nor does the read that finds the end.
    const { size } = await file.stat()
    while (position < partEnd) {
      const length = Math.min(chunkBytes, partEnd - position, Math.max(size - position, leastBytes))
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
      if (bytesRead === 0) break
      position += bytesRead
      const lines: Array<SegmentLine> = []
      let from = 0
      for (;;) {
        const end = buffer.subarray(0, bytesRead).indexOf(0x0a, from)
        const part = buffer.subarray(from, end < 0 ? bytesRead : end)
        begunBytes += part.length
        if (begunBytes <= longestLine) begun.push(part)
        if (end < 0) break
        lines.push({ number: ++number, start: lineStart, bytes: joined(begun, begunBytes), isWhole: true })
        lineStart += begunBytes + 1
        begun = []
        begunBytes = 0
        from = end + 1
      }
      yield lines
    }
    if (begunBytes > 0) yield [{ number: ++number, start: lineStart, bytes: joined(begun, begunBytes), isWhole: false }]
  } finally {
    await file.close()
  }
}

const joined = (parts: ReadonlyArray<Buffer>, bytes: number): Buffer | undefined => {
  if (bytes > longestLine) return undefined
  return parts.length === 1 ? parts[0] : Buffer.concat(parts)
}
