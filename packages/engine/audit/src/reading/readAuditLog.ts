import type { AuditRecord } from "@toolgate/wire"
import { segmentNames } from "../segments/segmentName.ts"
import { mayHold } from "./mayHold.ts"
import type { OrderedRun } from "./orderedRuns.ts"
import { type SegmentLine, segmentLines } from "./segmentLines.ts"

/**
 * A line of the log and its place. `record` is `undefined` when the line cannot be read. `line` is 0 when the rest of
 * the file cannot be read; `verifyAuditLog` then says more.
 */
export interface AuditLine {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | undefined
}

/** The options of `readAuditLog`. */
export interface ReadOptions {
  /**
   * The time before which records are left out. Segments that hold only earlier records are not read. Lines that cannot
   * be read are returned all the same.
   */
  readonly since?: Date
}

/**
 * Returns the records of a log in the order of their times. The records of several processes are merged, and records
 * from a clock that was set back stand where their times belong. An outcome that was written together with its intent
 * becomes a record of its own. Reads the log twice, the first time for the times only. Rejects with the system's error
 * when the folder does not exist.
 */
export async function* readAuditLog(
  folder: string,
  options: ReadOptions = {}
): AsyncGenerator<AuditLine, void, undefined> {
  // The schema of a record is loaded only when a log is read, because a gate only writes records.
  const { recordIn } = await import("../segments/recordIn.ts")
  const { orderedRuns } = await import("./orderedRuns.ts")
  const since = options.since?.toISOString() ?? ""
  const runs: Array<OrderedRun> = []
  for (const segment of await segmentNames(folder))
    if (since === "" || (await mayHold(folder, segment, since))) runs.push(...(await orderedRuns(folder, segment)))
  // The runs are already in the order of their segments, which decides between equal times.
  runs.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const open: Array<Cursor> = []
  let next = 0
  try {
    for (;;) {
      let first = earliest(open)
      for (let run = runs[next]; run !== undefined && (first === undefined || run.at <= first.at); run = runs[++next]) {
        const cursor = new Cursor(folder, run, recordIn)
        open.push(cursor)
        if (!(await cursor.advance())) open.pop()
        first = earliest(open)
      }
      if (first?.entry === undefined) return
      const { record } = first.entry
      if (record === undefined || record.at >= since) yield* eventsIn(first.entry)
      if (!(await first.advance())) open.splice(open.indexOf(first), 1)
    }
  } finally {
    for (const cursor of open) await cursor.close()
  }
}

/**
 * Returns the line itself. A line that holds a call's intent and its outcome becomes two: the intent, and the outcome
 * as it would stand alone.
 */
const eventsIn = (entry: AuditLine): ReadonlyArray<AuditLine> => {
  const { segment, record } = entry
  if (record?.kind !== "tool.call.dispatched" || record.outcome === undefined) return [entry]
  const { outcome, ...intent } = record
  const { seq, at, prev, hash, tool, tool_call_id, session, turn, agent, role, task } = record
  const about = { tool, tool_call_id, session, turn, agent, role, task }
  const ended = { seq, at, ...outcome, ...about, intent: { segment, seq }, prev, hash }
  return [
    { ...entry, record: intent },
    { ...entry, record: ended }
  ]
}

/** The place up to which one run has been read. */
class Cursor {
  entry: AuditLine | undefined = undefined
  /** The time of the current record or, when that cannot be read, of the record before. */
  at: string
  private readonly segment: string
  private readonly recordIn: (line: Uint8Array) => AuditRecord | undefined
  private readonly batches: AsyncGenerator<ReadonlyArray<SegmentLine>>
  private batch: ReadonlyArray<SegmentLine> = []
  private index = 0

  constructor(folder: string, run: OrderedRun, recordIn: (line: Uint8Array) => AuditRecord | undefined) {
    this.recordIn = recordIn
    this.segment = run.segment
    this.at = run.at
    this.batches = segmentLines(folder, run.segment, run)
  }

  /** Moves to the next line. Returns `false` at the end. */
  async advance(): Promise<boolean> {
    while (this.index >= this.batch.length) {
      const next = await this.batches.next().catch(() => "unreadable" as const)
      if (next === "unreadable") {
        // A file that cannot be read must not keep the reader from the other files.
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
    const record = line.bytes === undefined ? undefined : this.recordIn(line.bytes)
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
