import type { AuditRecord, ToolDenied } from "@toolgate/wire"

/** The outcome that a record tells of its call, or of an act of an administrator. */
export type RecordOutcome = (typeof recordOutcomes)[number]

/**
 * The outcomes by which records are filtered. `allowed` and `approved` calls are about to start, the latter after a
 * person's answer. `waiting` calls wait for an answer. It is not known whether `unknown` calls took effect.
 */
export const recordOutcomes = [
  "allowed",
  "approved",
  "denied",
  "waiting",
  "completed",
  "failed",
  "unknown",
  "administered"
] as const

/** The filters of records. Without any of them, all records are meant. */
export interface RecordFilter {
  /** Excludes records before this time. */
  readonly since?: Date | undefined
  /** Excludes records after this time. */
  readonly until?: Date | undefined
  /** Only records of this session. */
  readonly session?: string | undefined
  /** Only records of this agent. */
  readonly agent?: string | undefined
  /** Only records of this tool. */
  readonly tool?: string | undefined
  /** Only records of the call with this id. */
  readonly call?: string | undefined
  /** Only records of the call with this id, and of the calls that it made, such as those of a script. */
  readonly chain?: string | undefined
  /** Only records with this outcome. */
  readonly outcome?: RecordOutcome | undefined
}

/**
 * Returns a function that decides whether a record is meant.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, makeRecordFilter, readAuditLog } from "@toolgate/audit"
 * import { createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = { folder: folder.path }
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit })
 * await gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * await gate.close()
 *
 * const isDenied = makeRecordFilter({ outcome: "denied" })
 * const denied: Array<boolean> = []
 * for await (const { record } of readAuditLog(folderSource(folder.path)))
 *   if (record !== undefined) denied.push(isDenied(record))
 * // The log was opened, the call was denied, and the log was closed.
 * assert.deepEqual(denied, [false, true, false])
 * ```
 */
export const makeRecordFilter = (filter: RecordFilter): ((record: AuditRecord) => boolean) => {
  const { session, agent, tool, call, chain, outcome } = filter
  const [since, until] = [filter.since?.toISOString(), filter.until?.toISOString()]
  return (record) =>
    (since === undefined || record.at >= since) &&
    (until === undefined || record.at <= until) &&
    isNamed(record, "session", session) &&
    isNamed(record, "agent", agent) &&
    isNamed(record, "tool", tool) &&
    isNamed(record, "tool_call_id", call) &&
    (chain === undefined || isNamed(record, "tool_call_id", chain) || isNamed(record, "chain_id", chain)) &&
    (outcome === undefined || outcome === findOutcome(record))
}

/**
 * Whether a call waits for a decision.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isWaiting } from "@toolgate/audit"
 *
 * const error = { class: "permission_denied", message: "The call waits for a decision." } as const
 * assert.equal(isWaiting({ error: { ...error, why: "ApprovalPending" } }), true)
 * assert.equal(isWaiting({ error: { ...error, why: "PolicyDenied" } }), false)
 * ```
 */
export const isWaiting = ({ error }: Pick<ToolDenied, "error">): boolean => error.why === "ApprovalPending"

const isNamed = (
  record: AuditRecord,
  name: "session" | "agent" | "tool" | "tool_call_id" | "chain_id",
  wanted: string | undefined
): boolean => wanted === undefined || ("agent" in record && record[name] === wanted)

const findOutcome = (record: AuditRecord): RecordOutcome | undefined => {
  switch (record.kind) {
    case "tool.call.dispatched":
      return record.approval_id === undefined && record.answer === undefined ? "allowed" : "approved"
    case "tool.call.denied":
      return isWaiting(record) ? "waiting" : "denied"
    case "tool.call.completed":
      return record.executed === "unknown" ? "unknown" : "completed"
    case "tool.call.failed":
      return record.executed === "unknown" ? "unknown" : "failed"
    case "gate.administered":
      return "administered"
    default:
      return undefined
  }
}
