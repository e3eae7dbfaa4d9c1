import type { ApprovalState } from "@toolgate/core"

/**
 * The tables of a store, in both databases: texts and integers, and bytes in one of them. Times are milliseconds since the epoch. A text that comes
 * from outside is stored as JSON or as a digest, because PostgreSQL takes no NUL in a text, and neither database takes half of
 * a surrogate pair.
 */
export interface Tables {
  /** The counts of calls. A count of the minute has a row too, which whoever counts locks. */
  readonly toolgate_quotas: {
    /** The digest of the count's window, owner and tool. */
    readonly id: string
    readonly calls: number
  }
  /** The calls that count for a minute. */
  readonly toolgate_quota_calls: { readonly quota: string; readonly at: number }
  /** The latest time that the store has told anybody: the one row has the id 1. */
  readonly toolgate_clock: {
    readonly id: number
    readonly latest: number
    /** The clock when the time was asked for last. */
    readonly seen: number
  }
  /** The number of changes to what others listen for. */
  readonly toolgate_topics: { readonly topic: string; readonly changes: number }
  /** The processes that hold something. */
  readonly toolgate_owners: {
    readonly id: string
    /** The facts that tell the process from others, as JSON. */
    readonly process: string
    /** The time at which the process was heard of last. */
    readonly heard_at: number
    /** The time since which nobody knows whether the process still runs. */
    readonly suspected_at: number | null
  }
  readonly toolgate_approvals: {
    readonly id: string
    /** The place in the order of asking. */
    readonly place: number
    readonly state: ApprovalState
    /** The digest of the session's name. */
    readonly session: string
    /** The digest of the request's digest. */
    readonly digest: string
    /** The digest of the decision's authentication code. */
    readonly mac: string | null
    /** The time in the store at which the approval expires, while it can. */
    readonly due_at: number | null
    readonly waits: number
    /** The process that waits for the decision or has claimed it, while it does. */
    readonly owner: string | null
    /** The request as it was added, as JSON. */
    readonly request: string
    /** The decision, as JSON. */
    readonly decision: string | null
    /** The outcome, as JSON. */
    readonly outcome: string | null
    /** The digests of the keys by which the approval is found. Null in a row of an older version. */
    readonly asker: string | null
    readonly call: string | null
  }
  /** The approvals that no call can claim any more, whatever their rows say. A row is never removed. */
  readonly toolgate_spent_approvals: {
    readonly id: string
    /** The state that is known even if somebody changed the approval's row: a call has claimed it, or it was withdrawn. */
    readonly state: "unknown" | "withdrawn"
  }
  readonly toolgate_pins: {
    /** The digest of the tool's name. */
    readonly id: string
    /** The pin, as JSON. */
    readonly pin: string
  }
  /** The records of the audit log. A line is the very text that a file would hold, and the columns are what it is looked up by. */
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
  /** The segments of the audit log, each with the number and the hash of its last record. */
  readonly toolgate_audit_segments: {
    readonly segment: string
    readonly seq: number
    readonly hash: string
    /** The last record that another segment names. */
    readonly named: number
  }
  /** The idempotency keys that calls have claimed. */
  readonly toolgate_call_keys: {
    /** The digest of the key's digest. */
    readonly id: string
    /** The digest of the arguments' digest. */
    readonly args: string
    /** The digest of the random bits of the claim. */
    readonly claim: string
    readonly state: "held" | "unknown" | "done"
    /** The process whose call holds the key, while it does. */
    readonly owner: string | null
    /** The answer to the call, as JSON. */
    readonly outcome: string | null
    /** The time in the store at which the key is forgotten, once its call has run. */
    readonly forget_at: number | null
  }
  /** The recorded runs of scripts. What a row says is no authority: only what is sealed in it counts. */
  readonly toolgate_chain_runs: {
    readonly id: string
    /** The time in the store at which the run has begun. */
    readonly begun_at: number
    /** The process that holds the run, while one does. Without it, the run waits. */
    readonly owner: string | null
    /** The time in the store at which the run is forgotten if nobody holds it. */
    readonly due_at: number
    /** The call that runs the script and its context, sealed. */
    readonly header: string
    /** The approvals that the run waited for last, and the digest of all its entries, sealed. */
    readonly head: string
  }
  /** The entries of recorded runs, counted from 0. */
  readonly toolgate_chain_entries: {
    readonly run: string
    readonly place: number
    /** The entry, sealed. */
    readonly entry: string
  }
  /** The runs by the approvals that they waited for last, and by what an equal call has. A row leads to a run, which has to say the same. */
  readonly toolgate_chain_ways: {
    /** The authentication code of the approval's id, or of the digest that an equal call has. */
    readonly way: string
    readonly run: string
  }
  /** The artifacts: one row for each owner of bytes. */
  readonly toolgate_artifacts: {
    /** The digest of the reference and the owner. */
    readonly id: string
    /** The digest of the bytes, in hexadecimal digits. */
    readonly content: string
    /** The digest of the owner. */
    readonly owner: string
    readonly size: number
    readonly created_at: number
    /** The time in the store at which the artifact expires. */
    readonly expires_at: number
    /** The owner, the media type and the name, as JSON. */
    readonly about: string
  }
  /** The bytes of artifacts, in parts of equal length but the last, counted from 0. They are there once, for all owners. */
  readonly toolgate_artifact_parts: { readonly content: string; readonly part: number; readonly bytes: Uint8Array }
}
