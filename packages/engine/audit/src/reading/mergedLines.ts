import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { openSegment } from "../segments/SegmentFile.ts"
import { lastRecord } from "../segments/segmentEnds.ts"
import { segmentNames } from "../segments/segmentName.ts"
import type { SegmentLine, TimedLine } from "./AuditSource.ts"
import { type OrderedRun, orderedRuns, timeIn } from "./orderedRuns.ts"
import { segmentLines } from "./segmentLines.ts"

/**
 * Returns the lines of a folder's segments in the order of their times. Lines from a clock that was set back stand where
 * their times belong. Reads the segments twice, the first time for the times only. Segments that hold only lines from
 * before `since` are not read.
 */
export async function* mergedLines(folder: string, since: string): AsyncGenerator<ReadonlyArray<TimedLine>> {
  const runs: Array<OrderedRun> = []
  for (const segment of await segmentNames(folder))
    if (since === "" || (await mayHold(folder, segment, since))) runs.push(...(await orderedRuns(folder, segment)))
  // The runs are already in the order of their segments, which decides between equal times.
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

/** The most lines that are returned at once. */
const most = 256

/** The place up to which one run has been read. */
class Cursor {
  line: TimedLine | undefined = undefined
  /** The time of the current line or, when that has none, of the line before. */
  at: string
  private readonly segment: string
  private readonly batches: AsyncGenerator<ReadonlyArray<SegmentLine>>
  private batch: ReadonlyArray<SegmentLine> = []
  private index = 0

  constructor(folder: string, run: OrderedRun) {
    this.segment = run.segment
    this.at = run.at
    this.batches = segmentLines(folder, run.segment, run)
  }

  /** Moves to the next line, if that has been read already and is whole. */
  next(): boolean {
    const line = this.batch[this.index]
    if (line === undefined || !line.isWhole) return false
    this.index++
    this.line = { segment: this.segment, number: line.number, bytes: line.bytes }
    this.at = (line.bytes === undefined ? undefined : timeIn(line.bytes)) ?? this.at
    return true
  }

  /** Moves to the next line. Returns `false` at the end. */
  async advance(): Promise<boolean> {
    while (this.index >= this.batch.length) {
      const next = await this.batches.next().catch(() => "unreadable" as const)
      if (next === "unreadable") {
        // A file that cannot be read must not keep the reader from the other files.
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

/**
 * Whether a segment may hold records of a given time or later. A closed segment names its latest time. Any other
 * segment may hold them.
 */
const mayHold = async (folder: string, segment: string, since: string): Promise<boolean> => {
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
