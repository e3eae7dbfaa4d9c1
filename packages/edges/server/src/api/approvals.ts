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

/** A question, and whether it is still open. `digest` is the digest of all that a person sees of it. */
export const Approval = Schema.Struct({
  request: fromForm(ApprovalRequest),
  digest: Schema.String,
  open: Schema.Boolean
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
  /** What happened to the suggested rule. */
  message: Schema.optionalKey(Schema.String)
})

const errors = [NotFound, AlreadyDecided, Stale, Expired, BadRequest, Unavailable] as const
const params = { approval: idParam }

/** The questions that people decide. */
export const approvals = HttpApiGroup.make("approvals")
  .add(
    HttpApiEndpoint.get("list", "/approvals", {
      query: {
        ...pageQuery,
        session: Schema.optionalKey(Schema.String),
        agent: Schema.optionalKey(Schema.String),
        tool: Schema.optionalKey(Schema.String)
      },
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
