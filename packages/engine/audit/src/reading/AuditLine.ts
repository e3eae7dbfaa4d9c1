import type { AuditRecord } from "@toolgate/wire"
import { aboutCallOf } from "./aboutCallOf.ts"

/**
 * A line of the log and its place. `record` is `undefined` when the line cannot be read. `line` is 0 when the rest of
 * the segment cannot be read; `verifyAuditLog` then says more.
 */
export interface AuditLine {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | undefined
}

/**
 * Returns the line itself. A line that holds a call's intent and its outcome becomes two: the intent, and the outcome
 * as it would stand alone.
 */
export const eventsIn = (entry: AuditLine): ReadonlyArray<AuditLine> => {
  const { segment, record } = entry
  if (record?.kind !== "tool.call.dispatched" || record.outcome === undefined) return [entry]
  const { outcome, ...intent } = record
  const { seq, at, prev, hash } = record
  const ended = { seq, at, ...outcome, ...aboutCallOf(record), intent: { segment, seq }, prev, hash }
  return [
    { ...entry, record: intent },
    { ...entry, record: ended }
  ]
}
