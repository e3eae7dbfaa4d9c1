import type { AboutCall, AuditRecord } from "@toolgate/wire"

/**
 * A line of the log and its position. `record` is `undefined` if the line cannot be read. `line` is 0 if the rest of
 * the segment cannot be read; `verifyAuditLog` reports the details.
 */
export interface AuditLine {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | undefined
}

/**
 * Splits a line that contains both a call's intent and its outcome into two records. Returns any other line unchanged.
 */
export const splitLine = (entry: AuditLine): ReadonlyArray<AuditLine> => {
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

/** Returns the members that all records of a call share. */
const aboutCallOf = (record: AboutCall): AboutCall =>
  Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]))
  ) as unknown as AboutCall

// An object, so that the compiler requires every member of `AboutCall`.
const members: Readonly<Record<keyof AboutCall, true>> = {
  tool: true,
  tool_call_id: true,
  session: true,
  turn: true,
  agent: true,
  role: true,
  task: true,
  on_behalf_of: true,
  caller_type: true,
  chain_id: true,
  chain_index: true,
  parent_call_id: true,
  caller_provider: true,
  policy_digest: true,
  tool_digest: true
}

const names = Object.keys(members) as ReadonlyArray<keyof AboutCall>
