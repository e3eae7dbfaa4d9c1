import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { openSegment } from "../segments/SegmentFile.ts"
import { readLastRecord } from "../segments/segmentEnds.ts"
import { listSegments } from "../segments/segmentName.ts"
import type { SegmentLine, TimedLine } from "./AuditSource.ts"
import { findOrderedRuns, type OrderedRun, readTime } from "./findOrderedRuns.ts"
import { readSegmentLines } from "./readSegmentLines.ts"

/**
 * Yields the lines of all segments by time, including lines from a clock that was set back. Reads each segment twice,
 * first only for the times. Skips segments that contain only lines before `since`.
 */
export async function* mergeLines(folder: string, since: string): AsyncGenerator<ReadonlyArray<TimedLine>> {
  const runs: Array<OrderedRun> = []
  for (const segment of await listSegments(folder))
    if (since === "" || (await mayHold(folder, segment, since))) runs.push(...(await findOrderedRuns(folder, segment)))
  // A stable sort: runs with equal times stay in the order of their segments.
  runs.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const open: Array<Cursor> = []
  let lines: Array<TimedLine> = []
  let next = 0
  try {
    for (;;) {
      let first = earliest(open)
      for (let run = runs[next]; run !== undefined && (first === undefined || run.at <= first.at); run = runs[++next]) {
        const cursor = new Cursor(folder, run)
        open.push(cursor)
        if (!(await cursor.advance())) open.pop()
        first = earliest(open)
      }
      if (first?.line !== undefined) lines.push(first.line)
      if (lines.length >= most || (first === undefined && lines.length > 0)) {
        yield lines
        lines = []
      }
      if (first === undefined) return
      if (!first.next() && !(await first.advance())) open.splice(open.indexOf(first), 1)
    }
  } finally {
    for (const cursor of open) await cursor.close()
  }
}

/** The batch size in lines. */
const most = 256

/** A cursor in one run. */
class Cursor {
  line: TimedLine | undefined = undefined
  /** The time of the current line, or of the previous line if this one has no time. */
  at: string
  private readonly segment: string
  private readonly batches: AsyncGenerator<ReadonlyArray<SegmentLine>>
  private batch: ReadonlyArray<SegmentLine> = []
  private index = 0

  constructor(folder: string, run: OrderedRun) {
    this.segment = run.segment
    this.at = run.at
    this.batches = readSegmentLines(folder, run.segment, run)
  }

  /** Moves to the next buffered line. Returns whether there was a complete one. */
  next(): boolean {
    const line = this.batch[this.index]
    if (line === undefined || !line.isWhole) return false
    this.index++
    this.line = { segment: this.segment, number: line.number, bytes: line.bytes }
    this.at = (line.bytes === undefined ? undefined : readTime(line.bytes)) ?? this.at
    return true
  }

  /** Moves to the next line. Returns `false` at the end. */
  async advance(): Promise<boolean> {
    while (this.index >= this.batch.length) {
      const next = await this.batches.next().catch(() => "unreadable" as const)
      if (next === "unreadable") {
        // An unreadable file must not stop the reader from reading the others.
        this.line = { segment: this.segment, number: 0, bytes: undefined }
        return true
      }
      if (next.done) return false
      this.batch = next.value
      this.index = 0
    }
    if (this.next()) return true
    await this.close()
    return false
  }

  async close(): Promise<void> {
    await this.batches.return(undefined)
  }
}

const earliest = (cursors: ReadonlyArray<Cursor>): Cursor | undefined => {
  let first: Cursor | undefined
  for (const cursor of cursors) if (first === undefined || cursor.at < first.at) first = cursor
  return first
}

/** Whether a segment may contain records at or after `since`. Only a closed segment tells its latest time. */
const mayHold = async (folder: string, segment: string, since: string): Promise<boolean> => {
  let file: FileHandle | undefined
  try {
    file = await openSegment(join(folder, segment))
    const { size } = await file.stat()
    const last = await readLastRecord(file, size)
    if (last?.kind !== "log.closed" || last.latest === undefined) return true
    return last.at >= since || last.latest >= since
  } catch {
    return true
  } finally {
    await file?.close().catch(() => {})
  }
}
