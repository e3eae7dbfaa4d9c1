import { approvalStates, endedStates } from "@toolgate/core"
import { ApprovalRequest, ToolExecution } from "@toolgate/wire"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { fromForm } from "./fromForm.ts"
import { NeededRights } from "./NeededRights.ts"
import { pageOf, pageQuery } from "./paging.ts"
import { AlreadyDecided, BadRequest, Expired, NotFound, Stale, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** A question, and what has become of it. Its digest is that of all that a person sees of it. */
export const Approval = Schema.Struct({
  request: fromForm(ApprovalRequest),
  open: Schema.Boolean,
  state: Schema.Literals(approvalStates),
  /** Whether the call waits. If not, it was deferred, and is resumed once it is approved. */
  waits: Schema.Boolean,
  decision: Schema.optionalKey(
    Schema.Struct({
      decision: Schema.Literals(["approve", "deny"]),
      by: Schema.String,
      from: Schema.String,
      /** In milliseconds since the epoch. */
      at: Schema.Number
    })
  )
})

/** Something that happened to a question. */
export const ApprovalEvent = Schema.Struct({
  kind: Schema.Literals(["asked", "shown", "opened", ...endedStates]),
  /** In milliseconds since the epoch, like `lastAt`. */
  at: Schema.Number,
  /** The last time that the same person saw the question in this way. */
  lastAt: Schema.optionalKey(Schema.Number),
  by: Schema.optionalKey(Schema.String),
  from: Schema.optionalKey(Schema.String)
})

/** The questions that a page shows. */
export const ApprovalQuery = Schema.Struct({
  ...pageQuery,
  session: Schema.optionalKey(Schema.String),
  agent: Schema.optionalKey(Schema.String),
  tool: Schema.optionalKey(Schema.String),
  /** `open` (the default), oldest first, or `ended`, newest first. */
  state: Schema.optionalKey(Schema.Literals(["open", "ended"]))
})

/** A person's answer to a question. With `digest`, it only holds for the question that was shown. */
export const Decision = Schema.Struct({
  decision: Schema.Literals(["allow", "deny"]),
  /** `once` (the default), calls like it until the session ends, or this call with a suggested rule. */
  scope: Schema.optionalKey(Schema.Literals(["once", "session", "always"])),
  /** For the model, if the call is denied. */
  reason: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(10_000))),
  /** Arguments that replace those of the request, for this call only. */
  arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  digest: Schema.optionalKey(Schema.String)
})

/** A decision that counts. */
export const Decided = Schema.Struct({
  id: Schema.String,
  decision: Schema.Literals(["allow", "deny"]),
  /** Says whether the rule was suggested. */
  message: Schema.optionalKey(Schema.String)
})

const errors = [NotFound, AlreadyDecided, Stale, Expired, BadRequest, Unavailable] as const
const params = { approval: idParam }

/** The questions that people decide. */
export const approvals = HttpApiGroup.make("approvals")
  .add(
    HttpApiEndpoint.get("list", "/approvals", {
      query: ApprovalQuery,
      success: pageOf(Approval),
      error: [BadRequest, Unavailable]
    }),
    HttpApiEndpoint.get("show", "/approvals/:approval", { params, success: Approval, error: [NotFound, Unavailable] }),
    HttpApiEndpoint.post("decide", "/approvals/:approval/decision", {
      params,
      payload: Decision,
      success: Decided,
      error: errors
    }).annotate(NeededRights, ["decide"]),
    HttpApiEndpoint.post("decideMany", "/approvals/decisions", {
      payload: Schema.Struct({
        decisions: Schema.Array(Schema.Struct({ id: idParam, ...Decision.fields })).check(Schema.isMaxLength(200))
      }),
      success: Schema.Struct({ results: Schema.Array(Schema.Union([Decided, ...errors])) }),
      error: [BadRequest]
    }).annotate(NeededRights, ["decide"]),
    HttpApiEndpoint.get("history", "/approvals/:approval/history", {
      params,
      success: Schema.Struct({ events: Schema.Array(ApprovalEvent) }),
      error: [NotFound, Unavailable]
    }),
    HttpApiEndpoint.post("withdraw", "/approvals/:approval/withdraw", {
      params,
      success: Schema.Struct({ message: Schema.String }),
      error: errors
    }).annotate(NeededRights, ["call", "decide"]),
    HttpApiEndpoint.post("resume", "/approvals/:approval/resume", {
      params,
      success: fromForm(ToolExecution),
      error: [NotFound, Unavailable]
    }).annotate(NeededRights, ["call"])
  )
  .middleware(Authorization)

/** The endpoint for decisions of a session's own clients, with and without the version of the API. */
export const confirmationsAt = <const Id extends string>(id: Id) =>
  HttpApiGroup.make(id)
    .add(
      HttpApiEndpoint.post("confirm", "/sessions/:session/turns/:turn/confirmations/:request", {
        params: { session: idParam, turn: idParam, request: idParam },
        payload: Decision,
        success: Decided,
        error: errors
      }).annotate(NeededRights, ["decide"])
    )
    .middleware(Authorization)
