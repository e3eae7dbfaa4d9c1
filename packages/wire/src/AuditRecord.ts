import Type, { type Static, type TProperties, type TSchema } from "typebox"
import { type Form, laterKind, open, orLaterWord } from "./Form.ts"
import { Confinement, ErrorClass, Executed, LimitName, SandboxName, SideEffectClass } from "./words.ts"

/** A member that may be left out: by its writer also as undefined, which JSON leaves out. */
const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Unsafe<Static<Schema> | undefined>(schema))

/** The names that policies know somebody by. */
const names = { agent: Type.String(), role: optional(Type.String()), task: optional(Type.String()) }

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** ISO 8601, UTC, with milliseconds. */
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" })

/** Where a record stands: the name of its segment, and its number in it, which is that of its line. */
const RecordPlace = open({ segment: Type.String(), seq: count })

/** The last record of a segment that was seen, by its hash. `seq` 0: nothing of it could be read but that it is there. */
const Head = open({ ...RecordPlace.properties, hash: Type.String() })

/** Whom a call was made for, as far as it is put on record. */
const RecordedPrincipal = open(names)

const aboutCall = {
  tool: Type.String(),
  tool_call_id: Type.String(),
  session: Type.String(),
  turn: Type.String(),
  ...names
}

/** A call that makes others. */
const RecordedCaller = open({ chain: Type.String(), parent: Type.String(), index: Type.Number() })

const recordedCall = {
  ...aboutCall,
  /** The nearest first. */
  delegated_by: optional(Type.Array(RecordedPrincipal)),
  /** The call that made this one. */
  caller: optional(RecordedCaller),
  /** Without their secrets; absent where what came was no JSON object. */
  args: optional(Type.Unknown()),
  /** Of the arguments as they came, where `args` does not hold all of them. */
  args_digest: optional(Type.String())
}

const error = { class: orLaterWord(ErrorClass.enum), why: Type.String(), message: Type.String() }

const RecordedError = open(error)

/** The limits that a run came to, and the one that ended it. */
const RecordedLimits = open({
  reached: optional(Type.Array(orLaterWord(LimitName.enum))),
  ended_by: optional(orLaterWord(LimitName.enum))
})

const ended = {
  /** "unknown": its tool could not tell whether it took effect. */
  executed: orLaterWord(Executed.enum),
  /** From the start of the run to its end, in milliseconds. */
  duration_ms: Type.Number(),
  /** Only where a limit was come to. */
  enforced: optional(RecordedLimits)
}

const completed = { kind: Type.Literal("tool.call.completed"), ...ended }

/** It was let pass, and did not succeed; `executed` "no" where it did not even begin. */
const failed = { kind: Type.Literal("tool.call.failed"), ...ended, error: RecordedError }

/** What came of a call that was let pass. */
const RecordedOutcome = Type.Union([open(completed), open(failed)])

/** The rule that let a call pass. */
const RecordedRule = open({ layer: Type.String(), rule: Type.String(), source: Type.String() })

/** What a call is about to do: on record before it begins. */
const dispatched = {
  kind: Type.Literal("tool.call.dispatched"),
  ...recordedCall,
  /** This, the resources and the confinement nothing that reads a log depends on: a record without them is one. */
  idempotency_key: optional(Type.String()),
  side_effects: orLaterWord(SideEffectClass.enum),
  resources: optional(Type.Unknown()),
  sandbox: SandboxName,
  confinement: optional(orLaterWord(Confinement.enum)),
  because: RecordedRule,
  approval_id: optional(Type.String()),
  /** What came of it, where it had ended when this was written: no record of its own follows. */
  outcome: optional(RecordedOutcome)
}

/** The `tool.call.dispatched` that this is the outcome of; null where that was lost. Ids of calls may come again. */
const ofIntent = { ...aboutCall, intent: Type.Union([RecordPlace, Type.Null()]) }

/** It was never to run: stopped, unknown, invalid, denied, or ended before. */
const denied = {
  kind: Type.Literal("tool.call.denied"),
  ...recordedCall,
  error: open({ ...error, rule: optional(Type.String()), source: optional(Type.String()) })
}

const process = {
  host: Type.String(),
  pid: count,
  /** The start of the system that it runs under; this and what follows where the system tells, as Linux does. */
  boot: optional(Type.String()),
  /** The namespaces that its pid and its start are counted in. */
  namespaces: optional(Type.String()),
  /** When it started, in ticks since the system did: pids come again. */
  started: optional(Type.String())
}

/** The process that writes a segment. */
const RecordedProcess = open(process)

/** The first record of a segment. */
const opened = {
  kind: Type.Literal("log.opened"),
  ...process,
  version: Type.Integer({ minimum: 1 }),
  /** The segment's own name: a file cannot take another's place. */
  segment: Type.String(),
  /** Tells the key of the digests from others. */
  key: Type.String(),
  /** The ends of other segments that no segment named yet. What is missing of them is noticed. */
  after: Type.Array(Head)
}

/** A segment that its process stopped writing, without ending it in good order. */
const GivenUp = open({
  segment: Type.String(),
  /** "removed", "replaced" or "changed" by somebody else, or the system's code of the error, such as "ENOSPC". */
  because: Type.String({ pattern: "^\\w{1,64}$" })
})

/** What is not on record, because it could not be written, was taken away or came too fast. */
const lost = {
  kind: Type.Literal("log.lost"),
  /** Records that may be missing. Each of the calls they are about was refused, or neither wrote, nor executed, nor reached the network. */
  records: count,
  /** Calls that were refused because the log could not be written. */
  refused: count,
  /** Where one was: the first since the last record of this kind. */
  given_up: optional(GivenUp)
}

/** The last record of a segment that was ended in good order; nothing may follow. */
const closed = {
  kind: Type.Literal("log.closed"),
  because: orLaterWord(["rotated", "ended"]),
  /** The latest time of the records before it: whoever looks for later ones need not read them. */
  latest: optional(time)
}

/** The members of every record. `prev` is the hash of the one before it in its segment. */
const chained = { seq: count, at: time, prev: Type.Union([Type.String(), Type.Null()]), hash: Type.String() }

const toolCompleted = { ...completed, ...ofIntent }
const toolFailed = { ...failed, ...ofIntent }

const kinds = [dispatched, toolCompleted, toolFailed, denied, opened, lost, closed].map(({ kind }) => kind.const)

/**
 * A record as it stands in the log. A kind that a later version has is passed over, but for its place in the chain and the call that
 * it is about.
 */
export const AuditRecord = Type.Union([
  open({ ...dispatched, ...chained }),
  open({ ...toolCompleted, ...chained }),
  open({ ...toolFailed, ...chained }),
  open({ ...denied, ...chained }),
  open({ ...opened, ...chained }),
  open({ ...lost, ...chained }),
  open({ ...closed, ...chained }),
  laterKind("kind", kinds, { ...chained, ...aboutCall }),
  laterKind("kind", kinds, { ...chained, agent: optional(Type.Never()) })
])

export type RecordPlace = Form<typeof RecordPlace>
export type Head = Form<typeof Head>
export type RecordedPrincipal = Form<typeof RecordedPrincipal>
/** What every record about a call says of it. */
export type AboutCall = Members<typeof aboutCall>
export type RecordedCaller = Form<typeof RecordedCaller>
export type RecordedError = Form<typeof RecordedError>
export type RecordedProcess = Form<typeof RecordedProcess>
export type GivenUp = Form<typeof GivenUp>
export type AuditRecord = Form<typeof AuditRecord>

/** A record as its writer makes it: what stands in the log without its place in the chain. */
export type AuditEvent = ToolDispatched | ToolCompleted | ToolFailed | ToolDenied | LogOpened | LogLost | LogClosed
/** What a call is about to do: on record before it begins. */
export type ToolDispatched = Members<typeof dispatched>
type ToolCompleted = Members<typeof toolCompleted>
type ToolFailed = Members<typeof toolFailed>
type ToolDenied = Members<typeof denied>
/** The first record of a segment. */
export type LogOpened = Members<typeof opened>
type LogLost = Members<typeof lost>
/** The last record of a segment that was ended in good order. */
export type LogClosed = Members<typeof closed>

type Members<Of extends TProperties> = Form<ReturnType<typeof open<Of>>>
