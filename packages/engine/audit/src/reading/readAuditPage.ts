import { type AuditLine, splitLine } from "./AuditLine.ts"
import type { AuditSource, TimedPosition } from "./AuditSource.ts"
import { makeRecordFilter, type RecordFilter } from "./RecordFilter.ts"

/** The options of `readAuditPage`. */
export interface AuditPageOptions extends RecordFilter {
  /** Whether the latest record comes first. */
  readonly newestFirst?: boolean | undefined
  /** The number of records after which the page ends. The two records of one line are never separated. */
  readonly limit: number
  /** The number of lines after which the page ends, with fewer records than `limit`. Default: 10,000. */
  readonly mostLines?: number | undefined
  /** `next` of the page before, for the same filters and the same order. */
  readonly cursor?: string | undefined
}

/** A part of a log. */
export interface AuditPage {
  readonly lines: ReadonlyArray<AuditLine>
  /** The cursor of the next page. Absent after the last record. */
  readonly next?: string
}

/**
 * Reads one page of the records of a log by time. A page of a database costs the same in a log of any length. A page of
 * a folder reads each segment once for its times, and then only the parts of the page; the source remembers the times.
 * Lines that cannot be read are returned, unless they lie outside the times. Throws a `RangeError` for an invalid cursor.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, readAuditPage } from "@toolgate/audit"
 * import { createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = { folder: folder.path }
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit })
 * for (const id of ["1", "2", "3"]) await gate.dispatch({ id, tool: "deploy", args: {} })
 * await gate.close()
 *
 * const source = folderSource(folder.path)
 * const options = { outcome: "denied", newestFirst: true, limit: 2 } as const
 * const first = await readAuditPage(source, options)
 * const second = await readAuditPage(source, { ...options, cursor: first.next })
 * assert.deepEqual([first.lines.length, second.lines.length], [2, 1])
 * ```
 */
export const readAuditPage = async (source: AuditSource, options: AuditPageOptions): Promise<AuditPage> => {
  const { newestFirst = false, limit, mostLines = 10_000, cursor, since, until, session, tool, call } = options
  // Loaded on demand: a gate only writes records and does not need the schema.
  const { parseRecord } = await import("../segments/parseRecord.ts")
  const isMeant = makeRecordFilter(options)
  const found: Array<AuditLine> = []
  let last: TimedPosition | undefined
  let looked = 0
  const lines = source.inTime({
    since: since?.toISOString(),
    until: until?.toISOString(),
    session,
    tool,
    call,
    after: cursor === undefined ? undefined : parseCursor(cursor),
    newestFirst,
    // One more tells whether there is a next page.
    expected: limit + 1
  })
  for await (const batch of lines)
    for (const { at, segment, number, bytes } of batch) {
      if (last !== undefined && (found.length >= limit || looked >= mostLines))
        return { lines: found, next: formatCursor(last) }
      looked++
      last = { at, segment, number }
      const record = bytes === undefined ? undefined : parseRecord(bytes)
      const parts = splitLine({ segment, line: number, record })
      const meant = parts.filter((part) => part.record === undefined || isMeant(part.record))
      found.push(...(newestFirst ? meant.toReversed() : meant))
    }
  return { lines: found }
}

const formatCursor = ({ at, segment, number }: TimedPosition): string =>
  Buffer.from(JSON.stringify([at, segment, number])).toString("base64url")

const parseCursor = (cursor: string): TimedPosition => {
  try {
    const [at, segment, number] = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (typeof at === "string" && typeof segment === "string" && Number.isSafeInteger(number))
      return { at, segment, number }
  } catch {
    // It is not the text of a cursor.
  }
  throw new RangeError("The cursor is invalid. Pass the cursor of the page before, or leave it out.")
}
