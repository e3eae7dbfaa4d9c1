import { parseJsonObject } from "@toolgate/core/json"
import type { Insertable } from "kysely"
import type { Tables } from "../Tables.ts"

/** A record as a table row: its line and the lookup columns. */
export type AuditRow = Insertable<Tables["toolgate_audit"]>

/** Splits complete lines into rows. */
export const parseRows = (segment: string, lines: Uint8Array): ReadonlyArray<AuditRow> =>
  Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => parseRow(segment, line) ?? { segment, seq: 0, ...unread, line })

/** Returns the row of a line, or `undefined` if the line is not a record. */
export const parseRow = (segment: string, line: string): AuditRow | undefined => {
  const { seq, at, kind, session, tool, tool_call_id: call } = parseJsonObject(line) ?? {}
  if (typeof seq !== "number") return undefined
  return {
    segment,
    seq,
    at: shortenName(at) ?? "",
    kind: shortenName(kind) ?? "",
    session: shortenName(session),
    tool: shortenName(tool),
    call: shortenName(call),
    line
  }
}

/**
 * Shortens and escapes a name for a column: an index limits the length, and databases reject NUL and lone surrogates.
 * Different names may collide, so a lookup must compare the full name too.
 */
export const shortenName = (name: unknown): string | null =>
  typeof name === "string" ? JSON.stringify(name).slice(1, -1).slice(0, longestName).toWellFormed() : null

const longestName = 200

const unread = { at: "", kind: "", session: null, tool: null, call: null }
