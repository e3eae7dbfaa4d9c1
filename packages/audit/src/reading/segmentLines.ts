import { join } from "node:path"
import { longestLine } from "../segments/longestLine.ts"
import { openSegment } from "../segments/SegmentFile.ts"

/** One line of a segment. */
export interface SegmentLine {
  /** From 1. */
  readonly number: number
  /** Without its end; absent where it is longer than any record. */
  readonly bytes: Buffer | undefined
  /** False: it has no end. It is still being written, or was when its process died. */
  readonly isWhole: boolean
}

const chunkBytes = 256 * 1024

/** The lines of a segment as they come from the disk, some at a time. */
export async function* segmentLines(folder: string, segment: string): AsyncGenerator<ReadonlyArray<SegmentLine>> {
  const file = await openSegment(join(folder, segment))
  try {
    let number = 0
    let begun: Array<Buffer> = []
    let begunBytes = 0
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes)
      if (bytesRead === 0) break
      const lines: Array<SegmentLine> = []
      let from = 0
      for (;;) {
        const end = buffer.subarray(0, bytesRead).indexOf(0x0a, from)
        const part = buffer.subarray(from, end < 0 ? bytesRead : end)
        begunBytes += part.length
        if (begunBytes <= longestLine) begun.push(part)
        if (end < 0) break
        lines.push({ number: ++number, bytes: joined(begun, begunBytes), isWhole: true })
        begun = []
        begunBytes = 0
        from = end + 1
      }
      yield lines
    }
    if (begunBytes > 0) yield [{ number: ++number, bytes: joined(begun, begunBytes), isWhole: false }]
  } finally {
    await file.close()
  }
}

const joined = (parts: ReadonlyArray<Buffer>, bytes: number): Buffer | undefined => {
  if (bytes > longestLine) return undefined
  return parts.length === 1 ? parts[0] : Buffer.concat(parts)
}
