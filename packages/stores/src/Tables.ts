import type { ApprovalEvent, ApprovalState } from "@toolgate/core"
import type { Generated } from "kysely"

/**
 * The tables of a store, for both databases. Times are milliseconds since the epoch. Foreign text is stored as JSON or
 * as a digest, because PostgreSQL rejects NUL in text, and neither database accepts a lone surrogate.
 */
export interface Tables {
  /** The counts of calls. Per-minute counts have a row too, as a lock. */
  readonly toolgate_quotas: {
    /** The digest of the count's window, owner and tool. */
    readonly id: string
    readonly calls: number
  }
  /** The calls of the last minute. */
  readonly toolgate_quota_calls: { readonly quota: string; readonly at: number }
  /** The latest time that the store has returned. A single row with id 1. */
  readonly toolgate_clock: {
    readonly id: number
    readonly latest: number
    /** The clock at the last request. */
    readonly seen: number
  }
  /** The number of changes to each topic. */
  readonly toolgate_topics: { readonly topic: string; readonly changes: number }
  /** The processes that own something. */
  readonly toolgate_owners: {
    readonly id: string
    /** The facts that identify the process, as JSON. */
    readonly process: string
    /** The time of the last heartbeat. */
    readonly heard_at: number
    /** The time when the process was first suspected to have ended. */
    readonly suspected_at: number | null
  }
  readonly toolgate_approvals: {
    readonly id: string
    /** The position in the order of requests. */
    readonly place: number
    readonly state: ApprovalState
    /** The digest of the session's name. */
    readonly session: string
    /** The digest of the request's digest. */
    readonly digest: string
    /** The digest of the decision's authentication code. */
    readonly mac: string | null
    /** The time when the approval expires, in the store's time; null if it cannot expire. */
    readonly due_at: number | null
    readonly waits: number
    /** The process that waits for the decision or has claimed the approval; null otherwise. */
    readonly owner: string | null
    /** The original request, as JSON. */
    readonly request: string
    /** The decision, as JSON. */
    readonly decision: string | null
    /** The outcome, as JSON. */
    readonly outcome: string | null
    /** The digests of the keys by which the approval is found. Null in rows of older versions. */
    readonly asker: string | null
    readonly call: string | null
    /** The digests of the names of the agent and the tool. */
    readonly agent: string | null
    readonly tool: string | null
  }
  /** The histories of approvals. For people to read; nothing is decided by them. */
  readonly toolgate_approval_history: {
    readonly approval: string
    readonly kind: ApprovalEvent["kind"]
    /** The digest of the person and client of a view; empty for other events. Each event has one row. */
    readonly viewer: string
    readonly at: number
    /** The time of the last view; null for other events, and after one view. */
    readonly last_at: Generated<number | null>
    /** The person and the client, as JSON. */
    readonly about: string
  }
  /** The approvals that can never be claimed again, even if their rows were changed by hand. Rows are never removed. */
  readonly toolgate_spent_approvals: {
    readonly id: string
    /** The state that holds even if the approval's row was changed by hand. */
    readonly state: "unknown" | "withdrawn"
  }
  readonly toolgate_pins: {
    /** The digest of the tool's name. */
    readonly id: string
    /** The pin, as JSON. */
    readonly pin: string
  }
  /** The records of the audit log. `line` is the exact text of a log file; the other columns are for lookup. */
  readonly toolgate_audit: {
    readonly segment: string
    readonly seq: number
    readonly at: string
    readonly kind: string
    readonly session: string | null
    readonly tool: string | null
    /** The id of the call. */
    readonly call: string | null
    readonly line: string
  }
  /** The segments of the audit log, each with the number and hash of its last record. */
  readonly toolgate_audit_segments: {
    readonly segment: string
    readonly seq: number
    readonly hash: string
    /** The number of the last record that another segment names. */
    readonly named: number
  }
  /** The claimed idempotency keys. */
  readonly toolgate_call_keys: {
    /** The digest of the key's digest. */
    readonly id: string
    /** The digest of the arguments' digest. */
    readonly args: string
    /** The digest of the claim's random bits. */
    readonly claim: string
    readonly state: "held" | "unknown" | "done"
    /** The process whose call holds the key; null once the call has ended. */
    readonly owner: string | null
    /** The call's answer, as JSON. */
    readonly outcome: string | null
    /** The time when the key is forgotten, in the store's time; null until its call has run. */
    readonly forget_at: number | null
  }
  /** The recorded runs of scripts. Only sealed data is trusted; the other columns are for lookup. */
  readonly toolgate_chain_runs: {
    readonly id: string
    /** The time when the run began, in the store's time. */
    readonly begun_at: number
    /** The process that owns the run; null while the run waits. */
    readonly owner: string | null
    /** The time when a waiting run is forgotten, in the store's time. */
    readonly due_at: number
    /** The script's call and its context, sealed. */
    readonly header: string
    /** The approvals that the run awaited last, and the digest of all entries, sealed. */
    readonly head: string
  }
  /** The entries of recorded runs, numbered from 0. */
  readonly toolgate_chain_entries: {
    readonly run: string
    readonly place: number
    /** The entry, sealed. */
    readonly entry: string
  }
  /** An index of runs by awaited approval and by equal call. Untrusted: the run's sealed head must confirm each row. */
  readonly toolgate_chain_ways: {
    /** The authentication code of the approval's id, or of the digest of an equal call. */
    readonly way: string
    readonly run: string
  }
  /** The artifacts, one row for each owner. */
  readonly toolgate_artifacts: {
    /** The digest of the reference and the owner. */
    readonly id: string
    /** The digest of the bytes, in hexadecimal. */
    readonly content: string
    /** The digest of the owner. */
    readonly owner: string
    readonly size: number
    readonly created_at: number
    /** The time when the artifact expires, in the store's time. */
    readonly expires_at: number
    /** The owner, media type and name, as JSON. */
    readonly about: string
  }
  /** The bytes of artifacts in equal parts, numbered from 0; the last may be shorter. Stored once for all owners. */
  readonly toolgate_artifact_parts: { readonly content: string; readonly part: number; readonly bytes: Uint8Array }
  /** The tokens of a server. */
  readonly toolgate_tokens: {
    /** The digest of the token's id. */
    readonly id: string
    /** The digest of the secret's digest. */
    readonly sha256: string
    /** The position in the order of additions. */
    readonly place: number
    /** The token, as JSON. */
    readonly token: string
  }
  /** The ids of the revoked tokens, which stay revoked even if their row was changed by hand. */
  readonly toolgate_revoked_tokens: { readonly id: string; readonly at: number }
  /** The sessions of a server. */
  readonly toolgate_sessions: {
    /** The digest of the session's id. */
    readonly id: string
    /** The digest of the token's id. */
    readonly token: string
    readonly opened_at: number
    readonly ended_at: number | null
    /** The session, as JSON. */
    readonly session: string
  }
  /** The deliveries of webhooks, and those that have ended, whose ids are remembered. */
  readonly toolgate_webhooks: {
    /** The digest of the endpoint and the id of the message. */
    readonly id: string
    /** The digest of the endpoint. */
    readonly endpoint: string
    /** In the store's time, like the other times. */
    readonly added_at: number
    readonly forget_at: number
    /** The time of the next attempt; null once the delivery has ended. */
    readonly due_at: number | null
    /** The process that makes an attempt; null between attempts. */
    readonly owner: string | null
    readonly attempts: number
    /** The delivery, as JSON. */
    readonly delivery: string
  }
}
