import type { AuditRecord } from "./AuditRecord.ts"
import type { PageQuery } from "./Page.ts"

/** Selects records. */
export interface RecordQuery extends PageQuery {
  /** Only this session. A token without the right `read` sees its own sessions only. */
  readonly session?: string
  readonly agent?: string
  readonly tool?: string
  /** The id of a call. */
  readonly call?: string
  /** The id of a call, whose own calls are included. */
  readonly chain?: string
  readonly outcome?: "allowed" | "approved" | "denied" | "waiting" | "completed" | "failed" | "unknown" | "administered"
  /** A time in ISO 8601, as in "2026-01-31T12:00:00Z". */
  readonly since?: string
  readonly until?: string
  /** Default: `newest`, the latest record first. */
  readonly order?: "newest" | "oldest"
}

/** A line of the record. `record` is null if the line cannot be read. */
export interface RecordLine {
  readonly segment: string
  readonly line: number
  readonly record: AuditRecord | null
}

/** A call whose outcome is missing or unknown. */
export interface CallInDoubt {
  readonly segment: string
  readonly line: number
  /** Whether its process still runs. `elsewhere`: the process cannot be seen from the server. */
  readonly state: "running" | "unknown" | "elsewhere"
  /** Whether the call has ended, with an unknown result. */
  readonly ended: boolean
  readonly record: AuditRecord
}

/** The last record of a segment. */
export interface RecordHead {
  readonly segment: string
  readonly seq: number
  readonly hash: string
}

interface RecordProblem {
  readonly segment: string
  readonly line: number
  readonly message: string
}

/** What a verification found. `heads` are to be stored elsewhere, and passed to a later verification. */
export interface VerificationResult {
  /** Whether there are records, and none was changed or is missing. */
  readonly holds: boolean
  readonly problems: ReadonlyArray<RecordProblem>
  readonly problemCount: number
  readonly notes: ReadonlyArray<RecordProblem>
  readonly segments: number
  readonly records: number
  readonly lost: number
  readonly torn: ReadonlyArray<{ readonly segment: string; readonly seq: number }>
  readonly heads: ReadonlyArray<RecordHead>
}

/** A verification of the whole record. */
export type Verification =
  | { readonly id: string; readonly state: "running" }
  | { readonly id: string; readonly state: "done"; readonly result: VerificationResult }
  | { readonly id: string; readonly state: "failed"; readonly message: string }
