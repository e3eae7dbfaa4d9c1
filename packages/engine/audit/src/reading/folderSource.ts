import { join } from "node:path"
import { openSegment } from "../segments/SegmentFile.ts"
import { lastLine } from "../segments/segmentEnds.ts"
import { segmentNames } from "../segments/segmentName.ts"
import type { AuditSource } from "./AuditSource.ts"
import { isSharedDisk } from "./isSharedDisk.ts"
import { keyFaultIn } from "./keyFaultIn.ts"
import { segmentLines } from "./segmentLines.ts"

/**
 * Returns the log in a folder of files.
 *
 * ```ts
 * import { folderSource, verifyAuditLog } from "@toolgate/audit"
 *
 * export const isIntact = async (folder: string): Promise<boolean> =>
 *   (await verifyAuditLog(folderSource(folder))).problemCount === 0
 * ```
 */
export const folderSource = (folder: string): AuditSource => ({
  segments: () => segmentNames(folder),
  lines: (segment, { number, start } = firstLine) =>
    segmentLines(folder, segment, { start, end: Number.POSITIVE_INFINITY, before: number - 1 }),
  last: (segment) => lastIn(join(folder, segment)),
  // Most readers read segment by segment, and need no merging.
  inTime: async function* (filter) {
    const { mergedLines } = await import("./mergedLines.ts")
    yield* mergedLines(folder, filter.since ?? "")
  },
  heads: async () => [],
  isShared: () => isSharedDisk(folder),
  keyFault: keyFaultIn(folder)
})

const firstLine = { number: 1, start: 0 }

const lastIn = async (path: string) => {
  const file = await openSegment(path)
  try {
    const line = await lastLine(file, (await file.stat()).size)
    return line && { ...line, isWhole: true }
  } finally {
    await file.close()
  }
}
