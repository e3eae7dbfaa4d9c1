import Type, { type Static, type TProperties, type TSchema } from "typebox"
import { allowLaterKind, allowLaterWord, type Form, open } from "./Form.ts"
import { Confinement, ErrorClass, Executed, LimitName, SandboxName, SideEffectClass } from "./words.ts"

/** An optional member. The writer may set it to undefined, which JSON omits. */
const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Unsafe<Static<Schema> | undefined>(schema))

/** The names by which policies know a principal. */
const names = { agent: Type.String(), role: optional(Type.String()), task: optional(Type.String()) }

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A time in ISO 8601: UTC, with milliseconds. */
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" })

/** The position of a record: its segment and its line number in the segment. */
const RecordPosition = open({ segment: Type.String(), seq: count })

/** The last known record of a segment, by its hash. A `seq` of 0 means that the segment exists but could not be read. */
const Head = open({ ...RecordPosition.properties, hash: Type.String() })

/** The recorded principal of a call. */
const RecordedPrincipal = open(names)

/** Older records have only the names. */
const aboutCall = {
  tool: Type.String(),
  tool_call_id: Type.String(),
  session: Type.String(),
  turn: Type.String(),
  ...names,
  /** The person or the service that the agent acted for. */
  on_behalf_of: optional(Type.String()),
  /** "chain": another call or a program at a model provider made this call. */
  caller_type: optional(allowLaterWord(["direct", "chain"])),
  /**
   * The id of the chain: of its first call, of a turn of several calls, or of the provider's program. Absent for a single
   * direct call.
   */
  chain_id: optional(Type.String()),
  /** The number of the call in its turn or among its parent's calls. Set with `chain_id`. */
  chain_index: optional(Type.Number()),
  /** The id of the parent call or program. */
  parent_call_id: optional(Type.String()),
  /** The provider whose program made this call. */
  caller_provider: optional(Type.String()),
  /** The digest of the policy. Absent for a policy of the app. */
  policy_digest: optional(Type.String()),
  /** The digest of the tool's definition. Absent if the tool does not exist. */
  tool_digest: optional(Type.String())
}

const recordedCall = {
  ...aboutCall,
  /** The delegating principals, nearest first. */
  delegated_by: optional(Type.Array(RecordedPrincipal)),
  /** The arguments without secrets. Absent if they are not a JSON object. */
  args: optional(Type.Unknown()),
  /** The keyed digest of the original arguments. Set if `args` is incomplete or a person edited the arguments. */
  args_digest: optional(Type.String())
}

const error = { class: allowLaterWord(ErrorClass.enum), why: Type.String(), message: Type.String() }

const RecordedError = open(error)

/** The reached limits, and the limit that ended the run. */
const RecordedLimits = open({
  reached: optional(Type.Array(allowLaterWord(LimitName.enum))),
  ended_by: optional(allowLaterWord(LimitName.enum))
})

/** The record of a form, without its texts and its answer. */
const RecordedForm = open({
  /** "url": a page to visit. "prompt": a prompt for the caller's model. */
  kind: allowLaterWord(["form", "url", "prompt"]),
  action: allowLaterWord(["accept", "decline", "cancel"]),
  /** The time to answer, in milliseconds. */
  waited_ms: Type.Number()
})

/** A person's answer to an escalation. */
const RecordedAnswer = open({
  decision: allowLaterWord(["approve", "deny"]),
  /** The person's words without secrets. */
  note: optional(Type.String())
})

const ended = {
  /** Whether the call took effect. "unknown" means that the tool could not tell. */
  executed: allowLaterWord(Executed.enum),
  /** The time from the start of the run to its end, in milliseconds. */
  duration_ms: Type.Number(),
  /** The keyed digest of the output. Absent if the call did not run, and in records of earlier versions. */
  result_digest: optional(Type.String()),
  /** The limits that the run reached. Absent if it reached none. */
  enforced: optional(RecordedLimits),
  /** The forms that the tool asked its caller to fill in. Absent if it asked none. */
  forms: optional(Type.Array(RecordedForm))
}

const completed = { kind: Type.Literal("tool.call.completed"), ...ended }

/** The failure of a permitted call. `executed` is "no" if the call did not start. */
const failed = { kind: Type.Literal("tool.call.failed"), ...ended, error: RecordedError }

/** The outcome of a permitted call. */
const RecordedOutcome = Type.Union([open(completed), open(failed)])

/** The rule that permitted a call. */
const RecordedRule = open({ layer: Type.String(), rule: Type.String(), source: Type.String() })

/** A call that is about to start. Recorded before it starts. */
const dispatched = {
  kind: Type.Literal("tool.call.dispatched"),
  ...recordedCall,
  /**
   * The idempotency key. This member, the resources and the confinement are optional: readers of a log must not depend on
   * them.
   */
  idempotency_key: optional(Type.String()),
  side_effects: allowLaterWord(SideEffectClass.enum),
  resources: optional(Type.Unknown()),
  sandbox: SandboxName,
  confinement: optional(allowLaterWord(Confinement.enum)),
  because: RecordedRule,
  approval_id: optional(Type.String()),
  /** The approver. This member and the next three are set if they are known. */
  approved_by: optional(Type.String()),
  /** The client that was used to decide. */
  approved_from: optional(Type.String()),
  approved_at: optional(time),
  /** The answer to an escalation. The call ran with either answer, and no other member names an approver. */
  answer: optional(RecordedAnswer),
  /** The person who answered. This member and the next two are set if they are known. */
  answered_by: optional(Type.String()),
  /** The client that was used to answer. */
  answered_from: optional(Type.String()),
  answered_at: optional(time),
  /** The keyed digest of the card that the person saw. */
  shown_digest: optional(Type.String()),
  /** The original arguments without secrets, if the person edited them. `args` are the approved arguments. */
  proposed_args: optional(Type.Unknown()),
  /** The keyed digest of the original arguments. Set with `proposed_args`. */
  proposed_args_digest: optional(Type.String()),
  /** The outcome, if the call ended before this record was written. There is no separate record of the outcome then. */
  outcome: optional(RecordedOutcome)
}

/**
 * The members of an outcome. `intent` is the position of its `tool.call.dispatched`, or null if that record was lost. A
 * call id would not do, because ids may repeat.
 */
const ofIntent = { ...aboutCall, intent: Type.Union([RecordPosition, Type.Null()]) }

/** A call that was not permitted: stopped, unknown, invalid, denied, or ended early. */
const denied = {
  kind: Type.Literal("tool.call.denied"),
  ...recordedCall,
  /** The approval that the call lacks or waits for. */
  approval_id: optional(Type.String()),
  /** The person who denied the call. This member and the next three are set if they are known. */
  denied_by: optional(Type.String()),
  /** The client that was used to decide. */
  denied_from: optional(Type.String()),
  denied_at: optional(time),
  /** The keyed digest of the card that the person saw. */
  shown_digest: optional(Type.String()),
  error: open({ ...error, rule: optional(Type.String()), source: optional(Type.String()) })
}

/**
 * A hosted tool's use, as reported by a model provider. The gate neither ran nor allowed it. `tool` and `tool_call_id`
 * come from the provider, unless the gate has the hosted tool. The id is empty if the provider gives none.
 */
const observed = {
  kind: Type.Literal("tool.observed"),
  ...aboutCall,
  /** The delegating principals, nearest first. */
  delegated_by: optional(Type.Array(RecordedPrincipal)),
  /** The app's name for the provider. */
  provider: Type.String(),
  /** The type of the provider's item. */
  item_type: optional(Type.String()),
  /** The tool's name at the provider. */
  reported_name: optional(Type.String()),
  /**
   * "declared": the gate allowed the tool to be declared in this session. "undeclared": the gate did not declare it in
   * this session. "unknown": the gate has no such hosted tool.
   */
  standing: allowLaterWord(["declared", "undeclared", "unknown"]),
  /** Whether the use failed. Absent if the provider does not say. */
  failed: optional(Type.Boolean()),
  /** The input without secrets. Absent if the provider does not report it. */
  input: optional(Type.Unknown()),
  /** The keyed digest of the original input. Set if `input` is incomplete. */
  input_digest: optional(Type.String()),
  /** The reason why the input could not be read, as a clause. */
  input_fault: optional(Type.String())
}

/** An act of an administrator. It belongs to no call. */
const administered = {
  kind: Type.Literal("gate.administered"),
  /** Later versions may know more actions. */
  action: Type.Unsafe<AdminAction>(Type.String({ pattern: "^\\w{1,32}\\.\\w{1,32}$" })),
  /** The person or program that acted. */
  by: Type.String(),
  /** The client that was used. */
  from: Type.String(),
  /** The name of the token, policy or tool. */
  subject: Type.String(),
  /** The id of the token, or the digest of the policy or the pin. */
  subject_id: optional(Type.String()),
  /** The details of the change, without secrets. */
  details: optional(Type.Unknown())
}

type AdminAction = "token.added" | "token.revoked" | "policy.reloaded" | "pin.approved" | "pin.revoked"

const process = {
  host: Type.String(),
  pid: count,
  /** The boot of the system. This member and the next two are set where the system reports them, as Linux does. */
  boot: optional(Type.String()),
  /** The namespaces of `pid` and `started`. */
  namespaces: optional(Type.String()),
  /** The start of the process, in ticks since boot, because process ids are reused. */
  started: optional(Type.String())
}

/** The process that writes a segment. */
const RecordedProcess = open(process)

/** The first record of a segment. */
const opened = {
  kind: Type.Literal("log.opened"),
  ...process,
  version: Type.Integer({ minimum: 1 }),
  /** The name of the segment, so that files cannot be swapped. */
  segment: Type.String(),
  /** Identifies the key of the digests. */
  key: Type.String(),
  /** The ends of other segments that are not yet referenced, so that a missing part is noticed. */
  after: Type.Array(Head)
}

/** A segment that its process abandoned without closing it. */
const AbandonedSegment = open({
  segment: Type.String(),
  /** The cause: "removed", "replaced" or "changed" by other code, or the system's error code, such as "ENOSPC". */
  because: Type.String({ pattern: "^\\w{1,64}$" })
})

/** A gap in the log: records that could not be written, were removed or came too fast. */
const lost = {
  kind: Type.Literal("log.lost"),
  /** The number of possibly missing records. Each of their calls was refused, or neither wrote, executed nor used the network. */
  records: count,
  /** The number of calls refused because the log could not be written. */
  refused: count,
  /** The first segment abandoned since the last record of this kind. */
  given_up: optional(AbandonedSegment)
}

/** The last record of a properly closed segment. Nothing may follow it. */
const closed = {
  kind: Type.Literal("log.closed"),
  because: allowLaterWord(["rotated", "ended"]),
  /** The latest time in the segment, so that a search for later records can skip it. */
  latest: optional(time)
}

/** The members of every record. `prev` is the hash of the previous record in its segment. */
const chained = { seq: count, at: time, prev: Type.Union([Type.String(), Type.Null()]), hash: Type.String() }

const toolCompleted = { ...completed, ...ofIntent }
const toolFailed = { ...failed, ...ofIntent }

const kinds = [dispatched, toolCompleted, toolFailed, denied, observed, administered, opened, lost, closed].map(
  ({ kind }) => kind.const
)

/** A record in the log. A reader ignores a record of an unknown kind, apart from its position in the chain and its call. */
export const AuditRecord = Type.Union([
  open({ ...dispatched, ...chained }),
  open({ ...toolCompleted, ...chained }),
  open({ ...toolFailed, ...chained }),
  open({ ...denied, ...chained }),
  open({ ...observed, ...chained }),
  open({ ...administered, ...chained }),
  open({ ...opened, ...chained }),
  open({ ...lost, ...chained }),
  open({ ...closed, ...chained }),
  allowLaterKind("kind", kinds, { ...chained, ...aboutCall }),
  allowLaterKind("kind", kinds, { ...chained, agent: optional(Type.Never()) })
])

/** The position of a record: its segment and number. */
export type RecordPosition = Form<typeof RecordPosition>
/** The last record of a segment: its number and its hash. */
export type Head = Form<typeof Head>
/** The recorded principal of a call. */
export type RecordedPrincipal = Form<typeof RecordedPrincipal>
/** The members that every record about a call has. */
export type AboutCall = Members<typeof aboutCall>
/** The recorded error of a call. */
export type RecordedError = Form<typeof RecordedError>
/** The recorded process that writes a segment. */
export type RecordedProcess = Form<typeof RecordedProcess>
/** An abandoned segment, as recorded by a later one. */
export type AbandonedSegment = Form<typeof AbandonedSegment>
export type AuditRecord = Form<typeof AuditRecord>

/** A record before it gets its position in the chain. */
export type AuditEvent =
  | ToolDispatched
  | ToolCompleted
  | ToolFailed
  | ToolDenied
  | ToolObserved
  | GateAdministered
  | LogOpened
  | LogLost
  | LogClosed
/** A call that is about to start. Recorded before it starts. */
export type ToolDispatched = Members<typeof dispatched>
type ToolCompleted = Members<typeof toolCompleted>
type ToolFailed = Members<typeof toolFailed>
/** A call that was not permitted. */
export type ToolDenied = Members<typeof denied>
/** A hosted tool's use, as reported by a provider. */
export type ToolObserved = Members<typeof observed>
/** An act of an administrator. */
export type GateAdministered = Members<typeof administered>
/** The first record of a segment. */
export type LogOpened = Members<typeof opened>
type LogLost = Members<typeof lost>
/** The last record of a properly closed segment. */
export type LogClosed = Members<typeof closed>

type Members<Of extends TProperties> = Form<ReturnType<typeof open<Of>>>
