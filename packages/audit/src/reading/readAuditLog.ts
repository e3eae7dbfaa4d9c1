import type { AuditRecord } from "../AuditRecord.ts"
import { recordIn } from "../segments/recordIn.ts"
import { openedAt, segmentNames } from "../segments/segmentName.ts"
import { type SegmentLine, segmentLines } from "./segmentLines.ts"

/**
 * A line of the log and where it stands. `record` is absent where the line cannot be read, and `line` is 0 where the rest of the
 * file cannot be: `verifyAuditLog` says more.
 */
export interface AuditEntry {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | undefined
}

/**
 * The records of a log, those of several processes merged by their times. Reads as it is read, and holds open the segments of one
 * moment. Rejects with the system's error where there is no such folder.
 */
export async function* readAuditLog(folder: string): AsyncGenerator<AuditEntry, void, undefined> {
  const names = await segmentNames(folder)
  const open: Array<Cursor> = []
  let next = 0
  try {
    for (;;) {
      let first = earliest(open)
      // A record is older than the name of its segment by no more than it waited to be written.
      while (next < names.length && (first === undefined || openedAt(names[next] as string) <= first.at)) {
        const cursor = new Cursor(folder, names[next++] as string)
        open.push(cursor)
        if (!(await cursor.advance())) open.pop()
        first = earliest(open)
      }
      if (first?.entry === undefined) return
      yield first.entry
      if (!(await first.advance())) open.splice(open.indexOf(first), 1)
    }
  } finally {
    for (const cursor of open) await cursor.close()
  }
}

/** How far one segment is read. */
class Cursor {
  entry: AuditEntry | undefined = undefined
  /** Of its record; of the one before, where there is none to be read. */
  at: string
  private readonly segment: string
  private readonly batches: AsyncGenerator<ReadonlyArray<SegmentLine>>
  private batch: ReadonlyArray<SegmentLine> = []
  private index = 0

  constructor(folder: string, segment: string) {
    this.segment = segment
    this.at = openedAt(segment)
    this.batches = segmentLines(folder, segment)
  }

  /** False at the end. */
  async advance(): Promise<boolean> {
    while (this.index >= this.batch.length) {
      const next = await this.batches.next().catch(() => "unreadable" as const)
      if (next === "unreadable") {
        // One file that cannot be read keeps nobody from the others.
        this.entry = { segment: this.segment, line: 0, record: undefined }
        return true
      }
      if (next.done) return false
      this.batch = next.value
      this.index = 0
    }
    const line = this.batch[this.index++] as SegmentLine
    if (!line.isWhole) {
      await this.close()
      return false
    }
    const record = line.bytes === undefined ? undefined : recordIn(line.bytes)
    this.entry = { segment: this.segment, line: line.number, record }
    if (record !== undefined) this.at = record.at
    return true
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
