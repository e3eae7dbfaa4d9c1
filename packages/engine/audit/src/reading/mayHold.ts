import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { openSegment } from "../segments/SegmentFile.ts"
import { lastRecord } from "../segments/segmentEnds.ts"

/**
 * Whether a segment may hold records of a given time or later. A closed segment names its latest time. Any other
 * segment may hold them.
 */
export const mayHold = async (folder: string, segment: string, since: string): Promise<boolean> => {
  let file: FileHandle | undefined
  try {
    file = await openSegment(join(folder, segment))
    const { size } = await file.stat()
    const last = await lastRecord(file, size)
    if (last?.kind !== "log.closed" || last.latest === undefined) return true
    return last.at >= since || last.latest >= since
  } catch {
    return true
  } finally {
    await file?.close().catch(() => {})
  }
}
