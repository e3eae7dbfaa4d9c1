import Type, { type Static, type TProperties, type TSchema } from "typebox"
import { type Form, laterKind, open, orLaterWord } from "./Form.ts"
import { Confinement, ErrorClass, Executed, LimitName, SandboxName, SideEffectClass } from "./words.ts"

/** A member that may be left out. Its writer may also set it to undefined, which JSON leaves out. */
const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Unsafe<Static<Schema> | undefined>(schema))

/** The names by which policies know a principal. */
const names = { agent: Type.String(), role: optional(Type.String()), task: optional(Type.String()) }

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A time in ISO 8601: UTC, with milliseconds. */
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" })

/** The place of a record: the name of its segment, and its number in the segment, which is the number of its line. */
const RecordPlace = open({ segment: Type.String(), seq: count })

/**
 * The last known record of a segment, by its hash. A `seq` of 0 says that the segment exists, and that none of its records could be
 * read.
 */
const Head = open({ ...RecordPlace.properties, hash: Type.String() })

/** The principal that a call was made for, as far as it is recorded. */
const RecordedPrincipal = open(names)

/** The members after the names are missing in records of earlier versions. */
const aboutCall = {
  tool: Type.String(),
  tool_call_id: Type.String(),
  session: Type.String(),
  turn: Type.String(),
  ...names,
  /** The person or the service that the agent acted for. */
  on_behalf_of: optional(Type.String()),
  /** The kind of caller. "chain": another call made this one, or a program at a provider of models. */
  caller_type: optional(orLaterWord(["direct", "chain"])),
  /**
   * The id of the chain: of the call at its beginning, of a turn of several calls, or of the provider's program. Absent for a direct
   * call by itself.
   */
  chain_id: optional(Type.String()),
  /** The number of the call in its turn, or among those that its parent made. Set with `chain_id`. */
  chain_index: optional(Type.Number()),
  /** The id of the call or the program that made this one. */
  parent_call_id: optional(Type.String()),
  /** The provider whose program made this call. */
  caller_provider: optional(Type.String()),
  /** The digest of the policy that decided about the call. Absent for an app's own policy. */
  policy_digest: optional(Type.String()),
  /** The digest of the tool's definition. Absent if there was no such tool. */
  tool_digest: optional(Type.String())
}

const recordedCall = {
  ...aboutCall,
  /** The principals that delegated, the nearest first. */
  delegated_by: optional(Type.Array(RecordedPrincipal)),
  /** The arguments without their secrets. Absent if the call had no JSON object as its arguments. */
  args: optional(Type.Unknown()),
  /** The keyed digest of the arguments as they came. Set if `args` does not hold all of them, or if a person edited them. */
  args_digest: optional(Type.String())
}

const error = { class: orLaterWord(ErrorClass.enum), why: Type.String(), message: Type.String() }

const RecordedError = open(error)

/** The limits that a run reached, and the limit that ended it. */
const RecordedLimits = open({
  reached: optional(Type.Array(orLaterWord(LimitName.enum))),
  ended_by: optional(orLaterWord(LimitName.enum))
})

/** A form that a tool asked its caller to fill in, without what the form and the answer said. */
const RecordedForm = open({
  /** "url": the caller was sent to a page. "prompt": the caller's model was asked. */
  kind: orLaterWord(["form", "url", "prompt"]),
  action: orLaterWord(["accept", "decline", "cancel"]),
  /** The time that the answer took, in milliseconds. */
  waited_ms: Type.Number()
})

/** The answer of a person to an escalation. */
const RecordedAnswer = open({
  decision: orLaterWord(["approve", "deny"]),
  /** The person's own words without their secrets, if there are any. */
  note: optional(Type.String())
})

const ended = {
  /** Whether the call took effect. "unknown" means that its tool could not tell. */
  executed: orLaterWord(Executed.enum),
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

/** The failure of a call that was let pass. `executed` is "no" if the call did not even begin. */
const failed = { kind: Type.Literal("tool.call.failed"), ...ended, error: RecordedError }

/** The outcome of a call that was let pass. */
const RecordedOutcome = Type.Union([open(completed), open(failed)])

/** The rule that let a call pass. */
const RecordedRule = open({ layer: Type.String(), rule: Type.String(), source: Type.String() })

/** A call that is about to begin. Recorded before it begins. */
const dispatched = {
  kind: Type.Literal("tool.call.dispatched"),
  ...recordedCall,
  /**
   * The key of the effect. No reader of a log depends on this member, on the resources or on the confinement: a record without them
   * is valid.
   */
  idempotency_key: optional(Type.String()),
  side_effects: orLaterWord(SideEffectClass.enum),
  resources: optional(Type.Unknown()),
  sandbox: SandboxName,
  confinement: optional(orLaterWord(Confinement.enum)),
  because: RecordedRule,
  approval_id: optional(Type.String()),
  /** The person who approved the call. This member and the next three are set as far as they are known. */
  approved_by: optional(Type.String()),
  /** The client that they decided with. */
  approved_from: optional(Type.String()),
  approved_at: optional(time),
  /** The answer to an escalation, which ran whatever the answer was. No member says then that somebody approved the call. */
  answer: optional(RecordedAnswer),
  /** The person who gave the answer. This member and the next two are set as far as they are known. */
  answered_by: optional(Type.String()),
  /** The client that they answered with. */
  answered_from: optional(Type.String()),
  answered_at: optional(time),
  /** The keyed digest of the card that they were shown. */
  shown_digest: optional(Type.String()),
  /** The arguments that were asked for, without their secrets, if the person edited them. `args` are those that they approved. */
  proposed_args: optional(Type.Unknown()),
  /** The keyed digest of the arguments that were asked for. Set with `proposed_args`. */
  proposed_args_digest: optional(Type.String()),
  /** The outcome of the call, if it had ended when this record was written. No record of the outcome follows then. */
  outcome: optional(RecordedOutcome)
}

/**
 * The members of an outcome. `intent` is the place of its `tool.call.dispatched`, or null if that record was lost: the id of a call
 * would not do, because ids may come again.
 */
const ofIntent = { ...aboutCall, intent: Type.Union([RecordPlace, Type.Null()]) }

/** A call that was not let pass: stopped, unknown, invalid, denied, or ended before that. */
const denied = {
  kind: Type.Literal("tool.call.denied"),
  ...recordedCall,
  /** The approval that the call did not get, or for which it waits. */
  approval_id: optional(Type.String()),
  /** The person who denied the call. This member and the next three are set as far as they are known. */
  denied_by: optional(Type.String()),
  /** The client that they decided with. */
  denied_from: optional(Type.String()),
  denied_at: optional(time),
  /** The keyed digest of the card that they were shown. */
  shown_digest: optional(Type.String()),
  error: open({ ...error, rule: optional(Type.String()), source: optional(Type.String()) })
}

/**
 * A use of a tool that the provider of a model reports. It is no call of the gate: the gate neither ran nor allowed it. `tool` and
 * `tool_call_id` are the provider's words, unless the gate has the hosted tool. The id is empty if the provider gives none.
 */
const observed = {
  kind: Type.Literal("tool.observed"),
  ...aboutCall,
  /** The principals that delegated, the nearest first. */
  delegated_by: optional(Type.Array(RecordedPrincipal)),
  /** The name of the provider, as the app gives it. */
  provider: Type.String(),
  /** The type of the provider's item. */
  item_type: optional(Type.String()),
  /** The name of the tool in the provider's words. */
  reported_name: optional(Type.String()),
  /**
   * "declared": the gate allowed the tool to be declared in this session. "undeclared": the gate knows of no declaration in this
   * session. "unknown": the gate has no such hosted tool.
   */
  standing: orLaterWord(["declared", "undeclared", "unknown"]),
  /** Whether the provider reports that the use failed. Absent if it says nothing. */
  failed: optional(Type.Boolean()),
  /** The input without its secrets. Absent if the provider reports none. */
  input: optional(Type.Unknown()),
  /** The keyed digest of the input as it came. Set if `input` does not hold all of it. */
  input_digest: optional(Type.String()),
  /** The reason why the input could not be read, as the end of a sentence. */
  input_fault: optional(Type.String())
}

const process = {
  host: Type.String(),
  pid: count,
  /**
   * The start of the system that the process runs under. This member and the next two are set where the system reports them, as
   * Linux does.
   */
  boot: optional(Type.String()),
  /** The namespaces in which `pid` and `started` are counted. */
  namespaces: optional(Type.String()),
  /** The start of the process, in ticks since the start of the system: pids come again. */
  started: optional(Type.String())
}

/** The process that writes a segment. */
const RecordedProcess = open(process)

/** The first record of a segment. */
const opened = {
  kind: Type.Literal("log.opened"),
  ...process,
  version: Type.Integer({ minimum: 1 }),
  /** The name of the segment, so that a file cannot take the place of another. */
  segment: Type.String(),
  /** An identifier of the key of the digests, which differs for different keys. */
  key: Type.String(),
  /** The ends of other segments that no segment has named yet. A missing part of them is noticed. */
  after: Type.Array(Head)
}

/** A segment that its process stopped writing without closing it. */
const GivenUp = open({
  segment: Type.String(),
  /** The cause: "removed", "replaced" or "changed" by somebody else, or the system's error code, such as "ENOSPC". */
  because: Type.String({ pattern: "^\\w{1,64}$" })
})

/** A gap in the log: records that could not be written, were taken away or came too fast. */
const lost = {
  kind: Type.Literal("log.lost"),
  /**
   * The number of records that may be missing. Each of their calls was refused, or neither wrote, nor executed, nor reached the
   * network.
   */
  records: count,
  /** The number of calls that were refused because the log could not be written. */
  refused: count,
  /** The first segment that was given up since the last record of this kind, if there is one. */
  given_up: optional(GivenUp)
}

/** The last record of a segment that was closed in good order. Nothing may follow it. */
const closed = {
  kind: Type.Literal("log.closed"),
  because: orLaterWord(["rotated", "ended"]),
  /** The latest time of the records before this one: a search for later records can skip the segment. */
  latest: optional(time)
}

/** The members of every record. `prev` is the hash of the previous record in its segment. */
const chained = { seq: count, at: time, prev: Type.Union([Type.String(), Type.Null()]), hash: Type.String() }

const toolCompleted = { ...completed, ...ofIntent }
const toolFailed = { ...failed, ...ofIntent }

const kinds = [dispatched, toolCompleted, toolFailed, denied, observed, opened, lost, closed].map(
  ({ kind }) => kind.const
)

/**
 * A record as it stands in the log. A reader passes over a record of an unknown kind, except for its place in the chain and its
 * call.
 */
export const AuditRecord = Type.Union([
  open({ ...dispatched, ...chained }),
  open({ ...toolCompleted, ...chained }),
  open({ ...toolFailed, ...chained }),
  open({ ...denied, ...chained }),
  open({ ...observed, ...chained }),
  open({ ...opened, ...chained }),
  open({ ...lost, ...chained }),
  open({ ...closed, ...chained }),
  laterKind("kind", kinds, { ...chained, ...aboutCall }),
  laterKind("kind", kinds, { ...chained, agent: optional(Type.Never()) })
])

/** The place of a record in a log: its segment and its number there. */
export type RecordPlace = Form<typeof RecordPlace>
/** The last record of a segment: its number and its hash. */
export type Head = Form<typeof Head>
/** The principal of a call, as it stands on record. */
export type RecordedPrincipal = Form<typeof RecordedPrincipal>
/** The members that every record about a call has. */
export type AboutCall = Members<typeof aboutCall>
/** The error of a call, as it stands on record. */
export type RecordedError = Form<typeof RecordedError>
/** The process that writes a segment, as it stands on record. */
export type RecordedProcess = Form<typeof RecordedProcess>
/** A segment of a log that its process could no longer write, as a later segment names it. */
export type GivenUp = Form<typeof GivenUp>
export type AuditRecord = Form<typeof AuditRecord>

/** A record as its writer makes it, before it has its place in the chain. */
export type AuditEvent =
  | ToolDispatched
  | ToolCompleted
  | ToolFailed
  | ToolDenied
  | ToolObserved
  | LogOpened
  | LogLost
  | LogClosed
/** A call that is about to begin. Recorded before it begins. */
export type ToolDispatched = Members<typeof dispatched>
type ToolCompleted = Members<typeof toolCompleted>
type ToolFailed = Members<typeof toolFailed>
/** A call that was not let pass. */
export type ToolDenied = Members<typeof denied>
/** A use of a tool that a provider reports, and that is no call of the gate. */
export type ToolObserved = Members<typeof observed>
/** The first record of a segment. */
export type LogOpened = Members<typeof opened>
type LogLost = Members<typeof lost>
/** The last record of a segment that was closed in good order. */
export type LogClosed = Members<typeof closed>

type Members<Of extends TProperties> = Form<ReturnType<typeof open<Of>>>
