import type { Confinement, ErrorClass, Json, LimitName, SandboxName, SideEffectClass } from "@toolgate/core"

/** Where a record stands: the name of its segment, and its number in it, which is that of its line. */
export interface RecordPlace {
  readonly segment: string
  readonly seq: number
}

/** The last record of a segment that was seen, by its hash. `seq` 0: nothing of it could be read but that it is there. */
export interface Head extends RecordPlace {
  readonly hash: string
}

/** Whom a call was made for, as far as it is put on record. */
export interface RecordedPrincipal {
  readonly agent: string
  readonly role?: string | undefined
  readonly task?: string | undefined
}

/** What every record about a call says of it. */
export interface AboutCall extends RecordedPrincipal {
  readonly tool: string
  readonly tool_call_id: string
  readonly session: string
  readonly turn: string
}

/** A call that makes others. */
export interface RecordedCaller {
  readonly chain: string
  readonly parent: string
  readonly index: number
}

interface RecordedCall extends AboutCall {
  /** The nearest first. */
  readonly delegated_by?: ReadonlyArray<RecordedPrincipal> | undefined
  /** The call that made this one. */
  readonly caller?: RecordedCaller | undefined
  /** Without their secrets; absent where what came was no JSON object. */
  readonly args?: Json | undefined
  /** Of the arguments as they came, where `args` does not hold all of them. */
  readonly args_digest?: string | undefined
}

export interface RecordedError {
  readonly class: ErrorClass
  readonly why: string
  readonly message: string
}

/** What a call is about to do: on record before it begins. */
export interface ToolDispatched extends RecordedCall {
  readonly kind: "tool.call.dispatched"
  readonly idempotency_key: string
  readonly side_effects: SideEffectClass
  readonly resources: Json
  readonly sandbox: SandboxName
  readonly confinement: Confinement
  /** The rule that let it pass. */
  readonly because: { readonly layer: string; readonly rule: string; readonly source: string }
  readonly approval_id?: string | undefined
  /** What came of it, where it had ended when this was written: no record of its own follows. */
  readonly outcome?: RecordedOutcome | undefined
}

/** The limits that a run came to, and the one that ended it. */
export interface RecordedLimits {
  readonly reached?: ReadonlyArray<LimitName> | undefined
  readonly ended_by?: LimitName | undefined
}

interface Ended {
  /** "unknown": its tool could not tell whether it took effect. */
  readonly executed: "no" | "yes" | "unknown"
  /** From the start of the run to its end, in milliseconds. */
  readonly duration_ms: number
  /** Only where a limit was come to. */
  readonly enforced?: RecordedLimits | undefined
}

interface Completed extends Ended {
  readonly kind: "tool.call.completed"
}

/** It was let pass, and did not succeed; `executed` "no" where it did not even begin. */
interface Failed extends Ended {
  readonly kind: "tool.call.failed"
  readonly error: RecordedError
}

/** What came of a call that was let pass. */
export type RecordedOutcome = Completed | Failed

interface OfIntent extends AboutCall {
  /** The `tool.call.dispatched` that this is the outcome of; null where that was lost. Ids of calls may come again. */
  readonly intent: RecordPlace | null
}

export interface ToolCompleted extends Completed, OfIntent {}

export interface ToolFailed extends Failed, OfIntent {}

/** It was never to run: stopped, unknown, invalid, denied, or ended before. */
export interface ToolDenied extends RecordedCall {
  readonly kind: "tool.call.denied"
  readonly error: RecordedError & { readonly rule?: string | undefined; readonly source?: string | undefined }
}

/** The process that writes a segment. */
export interface RecordedProcess {
  readonly host: string
  readonly pid: number
  /** The start of the system that it runs under; this and what follows where the system tells, as Linux does. */
  readonly boot?: string | undefined
  /** The namespaces that its pid and its start are counted in. */
  readonly namespaces?: string | undefined
  /** When it started, in ticks since the system did: pids come again. */
  readonly started?: string | undefined
}

/** The first record of a segment. */
export interface LogOpened extends RecordedProcess {
  readonly kind: "log.opened"
  readonly version: 1
  /** The segment's own name: a file cannot take another's place. */
  readonly segment: string
  /** Tells the key of the digests from others. */
  readonly key: string
  /** The ends of other segments that no segment named yet. What is missing of them is noticed. */
  readonly after: ReadonlyArray<Head>
}

/** A segment that its process stopped writing, without ending it in good order. */
export interface GivenUp {
  readonly segment: string
  /** "removed", "replaced" or "changed" by somebody else, or the system's code of the error, such as "ENOSPC". */
  readonly because: string
}

/** What is not on record, because it could not be written, was taken away or came too fast. */
export interface LogLost {
  readonly kind: "log.lost"
  /** Records that may be missing. Each of the calls they are about was refused, or neither wrote, nor executed, nor reached the network. */
  readonly records: number
  /** Calls that were refused because the log could not be written. */
  readonly refused: number
  /** Where one was: the first since the last record of this kind. */
  readonly given_up?: GivenUp | undefined
}

/** The last record of a segment that was ended in good order; nothing may follow. */
export interface LogClosed {
  readonly kind: "log.closed"
  readonly because: "rotated" | "ended"
  /** The latest time of the records before it: whoever looks for later ones need not read them. */
  readonly latest?: string
}

/** One record as its writer makes it. */
export type AuditEvent = ToolDispatched | ToolCompleted | ToolFailed | ToolDenied | LogOpened | LogLost | LogClosed

/** One record as it stands in the log. `prev` is the hash of the one before it in its segment. */
export type AuditRecord = AuditEvent & {
  readonly seq: number
  /** ISO 8601, UTC. */
  readonly at: string
  readonly prev: string | null
  readonly hash: string
}
