import { parseJsonObject } from "@toolgate/core/json"
import type { Insertable } from "kysely"
import type { Tables } from "../Tables.ts"

/** A record as it stands in the table: its line, and what the line is looked up by. */
export type AuditRow = Insertable<Tables["toolgate_audit"]>

/** Returns the rows of lines, each of which has an end. */
export const auditRows = (segment: string, lines: Uint8Array): ReadonlyArray<AuditRow> =>
  Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => auditRow(segment, line) ?? { segment, seq: 0, ...unread, line })

/** Returns the row of a line, or `undefined` if the line is no record. */
export const auditRow = (segment: string, line: string): AuditRow | undefined => {
  const { seq, at, kind, session, tool, tool_call_id: call } = parseJsonObject(line) ?? {}
  if (typeof seq !== "number") return undefined
  return {
    segment,
    seq,
    at: nameText(at) ?? "",
    kind: nameText(kind) ?? "",
    session: nameText(session),
    tool: nameText(tool),
    call: nameText(call),
    line
  }
}

/**
 * Returns a name as a column holds it: the beginning, as in JSON. An index takes no long text, and a database takes neither
 * a NUL nor half of a surrogate pair. Different names may share a text, so whoever looks a name up compares it again.
 */
export const nameText = (name: unknown): string | null =>
  typeof name === "string" ? JSON.stringify(name).slice(1, -1).slice(0, longestName).toWellFormed() : null

const longestName = 200

const unread = { at: "", kind: "", session: null, tool: null, call: null }
