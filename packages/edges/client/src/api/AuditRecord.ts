import type { ErrorClass, Executed, LimitName, SideEffectClass } from "./words.ts"

/** The recorded principal of a call. */
export interface RecordedPrincipal {
  readonly agent: string
  readonly role?: string
  readonly task?: string
}

/** The members of every record. `prev` is the hash of the previous record in its segment. */
interface Chained {
  readonly seq: number
  /** A time in ISO 8601, like all times of a record. */
  readonly at: string
  readonly prev: string | null
  readonly hash: string
}

interface AboutCall extends Chained, RecordedPrincipal {
  readonly tool: string
  readonly tool_call_id: string
  readonly session: string
  readonly turn: string
  /** The person or the service that the agent acted for. */
  readonly on_behalf_of?: string
  /** "chain": another call or a program at a model provider made this call. */
  readonly caller_type?: "direct" | "chain"
  readonly chain_id?: string
  /** The number of the call in its turn or among its parent's calls. */
  readonly chain_index?: number
  readonly parent_call_id?: string
  readonly caller_provider?: string
  readonly policy_digest?: string
  readonly tool_digest?: string
}

interface RecordedCall extends AboutCall {
  /** The delegating principals, nearest first. */
  readonly delegated_by?: ReadonlyArray<RecordedPrincipal>
  /** The arguments without secrets. Absent if they are not a JSON object. */
  readonly args?: unknown
  readonly args_digest?: string
}

interface RecordedError {
  readonly class: ErrorClass
  readonly why: string
  readonly message: string
}

interface Ended {
  readonly executed: Executed
  readonly duration_ms: number
  readonly result_digest?: string
  /** The limits that the run reached. Absent if it reached none. */
  readonly enforced?: { readonly reached?: ReadonlyArray<LimitName>; readonly ended_by?: LimitName }
  /** The forms that the tool asked its caller to fill in. */
  readonly forms?: ReadonlyArray<{
    readonly kind: "form" | "url" | "prompt"
    readonly action: "accept" | "decline" | "cancel"
    readonly waited_ms: number
  }>
}

interface Completed extends Ended {
  readonly kind: "tool.call.completed"
}

interface Failed extends Ended {
  readonly kind: "tool.call.failed"
  readonly error: RecordedError
}

/** A call that is about to start. */
export interface RecordedDispatch extends RecordedCall {
  readonly kind: "tool.call.dispatched"
  readonly idempotency_key?: string
  readonly side_effects: SideEffectClass
  readonly resources?: unknown
  readonly sandbox: string
  readonly confinement?: "required" | "waived"
  /** The rule that permitted the call. */
  readonly because: { readonly layer: string; readonly rule: string; readonly source: string }
  readonly approval_id?: string
  readonly approved_by?: string
  /** The client that was used to decide. */
  readonly approved_from?: string
  readonly approved_at?: string
  /** The answer to an escalation. The call ran with either answer. */
  readonly answer?: { readonly decision: "approve" | "deny"; readonly note?: string }
  readonly answered_by?: string
  readonly answered_from?: string
  readonly answered_at?: string
  /** The digest of the card that the person saw. */
  readonly shown_digest?: string
  /** The original arguments without secrets, if the person edited them. */
  readonly proposed_args?: unknown
  readonly proposed_args_digest?: string
  /** The outcome, if the call ended before this record was written. */
  readonly outcome?: Completed | Failed
}

/** The outcome of a permitted call. `intent` is the position of its dispatch, or null if that record was lost. */
export type RecordedOutcome = (Completed | Failed) &
  AboutCall & { readonly intent: { readonly segment: string; readonly seq: number } | null }

/** A call that was not permitted. */
export interface RecordedDenial extends RecordedCall {
  readonly kind: "tool.call.denied"
  /** The approval that the call lacks or waits for. */
  readonly approval_id?: string
  readonly denied_by?: string
  readonly denied_from?: string
  readonly denied_at?: string
  readonly shown_digest?: string
  readonly error: RecordedError & { readonly rule?: string; readonly source?: string }
}

/** A hosted tool's use, as reported by a model provider. The gate neither ran nor allowed it. */
export interface RecordedObservation extends AboutCall {
  readonly kind: "tool.observed"
  readonly delegated_by?: ReadonlyArray<RecordedPrincipal>
  readonly provider: string
  readonly item_type?: string
  readonly reported_name?: string
  /** Whether the gate declared the tool in this session. "unknown": the gate has no such hosted tool. */
  readonly standing: "declared" | "undeclared" | "unknown"
  readonly failed?: boolean
  readonly input?: unknown
  readonly input_digest?: string
  /** The reason why the input could not be read, as a clause. */
  readonly input_fault?: string
}

/** An act of an administrator. */
export interface RecordedAdministration extends Chained {
  readonly kind: "gate.administered"
  /** Later versions may know more actions. */
  readonly action: "token.added" | "token.revoked" | "policy.reloaded" | "pin.approved" | "pin.revoked"
  readonly by: string
  readonly from: string
  /** The name of the token, policy or tool. */
  readonly subject: string
  readonly subject_id?: string
  readonly details?: unknown
}

interface LogOpened extends Chained {
  readonly kind: "log.opened"
  readonly host: string
  readonly pid: number
  readonly boot?: string
  readonly namespaces?: string
  readonly started?: string
  readonly version: number
  readonly segment: string
  readonly key: string
  /** The ends of other segments that are not yet referenced. */
  readonly after: ReadonlyArray<{ readonly segment: string; readonly seq: number; readonly hash: string }>
}

interface LogLost extends Chained {
  readonly kind: "log.lost"
  /** The number of possibly missing records. */
  readonly records: number
  /** The number of calls refused because the log could not be written. */
  readonly refused: number
  readonly given_up?: { readonly segment: string; readonly because: string }
}

interface LogClosed extends Chained {
  readonly kind: "log.closed"
  readonly because: "rotated" | "ended"
  readonly latest?: string
}

/** A record. Later servers may write further kinds, so a program has to ignore those that it does not know. */
export type AuditRecord =
  | RecordedDispatch
  | RecordedOutcome
  | RecordedDenial
  | RecordedObservation
  | RecordedAdministration
  | LogOpened
  | LogLost
  | LogClosed
