import { recordOutcomes } from "@toolgate/audit"
import { AuditRecord } from "@toolgate/wire"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { fromForm } from "./fromForm.ts"
import { NeededRights } from "./NeededRights.ts"
import { pageOf, pageQuery } from "./paging.ts"
import { BadRequest, NotFound, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** A line of the record. `record` is null if the line cannot be read. */
export const RecordLine = Schema.Struct({
  segment: Schema.String,
  line: Schema.Number,
  record: Schema.NullOr(fromForm(AuditRecord))
})

/** A call whose outcome is missing or unknown. */
export const CallInDoubt = Schema.Struct({
  segment: Schema.String,
  line: Schema.Number,
  /** Whether its process still runs. `elsewhere`: the process cannot be seen from the server. */
  state: Schema.Literals(["running", "unknown", "elsewhere"]),
  /** Whether the call has ended, with an unknown result. */
  ended: Schema.Boolean,
  record: fromForm(AuditRecord)
})

const Position = Schema.Struct({ segment: Schema.String, seq: Schema.Number })
const Problem = Schema.Struct({ segment: Schema.String, line: Schema.Number, message: Schema.String })

/** The result of a verification. `heads` are to be stored elsewhere, and passed to a later verification. */
export const VerificationResult = Schema.Struct({
  /** Whether there are records, and none was changed or is missing. */
  holds: Schema.Boolean,
  problems: Schema.Array(Problem),
  problemCount: Schema.Number,
  notes: Schema.Array(Problem),
  segments: Schema.Number,
  records: Schema.Number,
  lost: Schema.Number,
  torn: Schema.Array(Position),
  heads: Schema.Array(Schema.Struct({ ...Position.fields, hash: Schema.String }))
})

/** A verification of the whole record. */
export const Verification = Schema.Union([
  Schema.Struct({ id: Schema.String, state: Schema.Literal("running") }),
  Schema.Struct({ id: Schema.String, state: Schema.Literal("done"), result: VerificationResult }),
  Schema.Struct({ id: Schema.String, state: Schema.Literal("failed"), message: Schema.String })
])

/** Records that an earlier verification named as the last ones. */
export const NewVerification = Schema.Struct({
  heads: Schema.optionalKey(VerificationResult.fields.heads.check(Schema.isMaxLength(10_000)))
})

const name = Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(1_000)))
const time = Schema.optionalKey(
  Schema.String.check(
    Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/),
    Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)) || "a time in ISO 8601, as in 2026-01-31T12:00:00Z")
  )
)
const errors = [BadRequest, NotFound, Unavailable] as const

/** The record of a gate. */
export const record = HttpApiGroup.make("record")
  .add(
    HttpApiEndpoint.get("list", "/record", {
      query: {
        ...pageQuery,
        cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
        /** Only this session. A token without the right `read` sees its own sessions only. */
        session: name,
        agent: name,
        tool: name,
        /** The id of a call. */
        call: name,
        /** The id of a call, whose own calls are included. */
        chain: name,
        outcome: Schema.optionalKey(Schema.Literals(recordOutcomes)),
        since: time,
        until: time,
        /** Default: `newest`, the latest record first. */
        order: Schema.optionalKey(Schema.Literals(["newest", "oldest"]))
      },
      // A page may hold fewer records than asked for, even none, and still have `next`.
      success: pageOf(RecordLine),
      error: errors
    }).annotate(NeededRights, ["read", "call"]),
    HttpApiEndpoint.get("inDoubt", "/record/pending", {
      query: pageQuery,
      success: pageOf(CallInDoubt),
      error: errors
    }).annotate(NeededRights, ["read"]),
    HttpApiEndpoint.post("verify", "/record/verify", {
      payload: NewVerification,
      success: Verification.pipe(HttpApiSchema.status(202)),
      error: errors
    }).annotate(NeededRights, ["read"]),
    HttpApiEndpoint.get("verification", "/record/verifications/:verification", {
      params: { verification: idParam },
      success: Verification,
      error: errors
    }).annotate(NeededRights, ["read"])
  )
  .middleware(Authorization)
