import type { AuditRecord } from "@toolgate/wire"
import { segmentNames } from "../segments/segmentName.ts"
import { mayHold } from "./mayHold.ts"
import type { OrderedRun } from "./orderedRuns.ts"
import { type SegmentLine, segmentLines } from "./segmentLines.ts"

/**
 * A line of the log and where it stands. `record` is absent where the line cannot be read, and `line` is 0 where the rest of the
 * file cannot be: `verifyAuditLog` says more.
 */
export interface AuditLine {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | undefined
}

export interface ReadOptions {
  /** Leaves out records before this time. Segments that hold no others are not read. Lines that cannot be read are told all the same. */
  readonly since?: Date
}

/**
 * The records of a log in the order of their times, those of several processes merged and those of a clock that was set back put
 * where their times are. An outcome that was written with its intent is a record of its own here as well. Reads it twice: once for the times. Rejects with the system's error where there is no such folder.
 */
export async function* readAuditLog(
  folder: string,
  options: ReadOptions = {}
): AsyncGenerator<AuditLine, void, undefined> {
  // The schema of a record is loaded where a log is read: a gate only writes one.
  const { recordIn } = await import("../segments/recordIn.ts")
  const { orderedRuns } = await import("./orderedRuns.ts")
  const since = options.since?.toISOString() ?? ""
  const runs: Array<OrderedRun> = []
  for (const segment of await segmentNames(folder))
    if (since === "" || (await mayHold(folder, segment, since))) runs.push(...(await orderedRuns(folder, segment)))
  // In order by their segments already, which decides between equal times.
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

/** The line itself, but where it holds the outcome of the call as well: then its intent, and the outcome as it would stand alone. */
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

/** How far one run is read. */
class Cursor {
  entry: AuditLine | undefined = undefined
  /** Of its record; of the one before, where there is none to be read. */
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
