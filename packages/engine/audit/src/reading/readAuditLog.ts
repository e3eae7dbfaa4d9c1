import type { AuditRecord } from "@toolgate/wire"
import { type AuditLine, eventsIn } from "./AuditLine.ts"
import type { AuditSource, TimedLine } from "./AuditSource.ts"

/** The options of `readAuditLog`. Lines that cannot be read are returned whatever the options say. */
export interface ReadOptions {
  /** The time before which records are left out. Segments that hold only earlier records are not read. */
  readonly since?: Date | undefined
  /** The session whose records are returned. */
  readonly session?: string | undefined
  /** The tool whose records are returned. */
  readonly tool?: string | undefined
  /** The id of the call whose records are returned. */
  readonly call?: string | undefined
  /** The segment whose records are returned. They come in the order in which they were written. */
  readonly segment?: string | undefined
}

/**
 * Returns the records of a log in the order of their times. The records of several processes are merged, and records
 * from a clock that was set back stand where their times belong. An outcome that was written together with its intent
 * becomes a record of its own. Rejects with the system's error when there is no log.
 */
export async function* readAuditLog(
  source: AuditSource,
  options: ReadOptions = {}
): AsyncGenerator<AuditLine, void, undefined> {
  // The schema of a record is loaded only when a log is read, because a gate only writes records.
  const { recordIn } = await import("../segments/recordIn.ts")
  const { session, tool, call, segment: only } = options
  const since = options.since?.toISOString()
  const isMeant = (record: AuditRecord): boolean =>
    (since === undefined || record.at >= since) &&
    isNamed(record, "session", session) &&
    isNamed(record, "tool", tool) &&
    isNamed(record, "tool_call_id", call)
  for await (const lines of only === undefined ? source.inTime({ since, session, tool, call }) : linesIn(source, only))
    for (const { segment, number, bytes } of lines) {
      const record = bytes === undefined ? undefined : recordIn(bytes)
      if (record === undefined || isMeant(record)) yield* eventsIn({ segment, line: number, record })
    }
}

const isNamed = (record: AuditRecord, name: "session" | "tool" | "tool_call_id", wanted: string | undefined): boolean =>
  wanted === undefined || ("agent" in record && record[name] === wanted)

async function* linesIn(source: AuditSource, segment: string): AsyncGenerator<ReadonlyArray<TimedLine>> {
  for await (const lines of source.lines(segment))
    yield lines.flatMap(({ number, bytes, isWhole }) => (isWhole ? { segment, number, bytes } : []))
}
