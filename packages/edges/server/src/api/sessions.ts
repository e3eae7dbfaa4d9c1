import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"
import { pageOf, pageQuery } from "./paging.ts"
import { BadRequest, Forbidden, NotFound, Unavailable } from "./problems.ts"

/** A name in an address. */
export const idParam = Schema.NonEmptyString.check(Schema.isMaxLength(256))

/** The options of a new session. Who calls in it follows from the token, except in a resident gate. */
export const NewSession = Schema.Struct({
  /** A folder within the workspaces of the token. Default: the server's own. */
  workspace: Schema.optionalKey(Schema.String),
  /** Refuses every tool that can change something, even if the policy allows it. */
  readOnly: Schema.optionalKey(Schema.Boolean),
  /** Refuses every tool that can reach the network, even if the policy allows it. */
  noWeb: Schema.optionalKey(Schema.Boolean),
  /** The names of active skills. */
  skills: Schema.optionalKey(Schema.Array(Schema.String)),
  /** In a resident gate, the absolute paths of the policy files, from the widest to the narrowest. Default: the user's own. */
  policy: Schema.optionalKey(Schema.Array(Schema.NonEmptyString).check(Schema.isMaxLength(16))),
  /** In a resident gate: ignores the `toolgate.yaml` of the workspace. */
  noProjectPolicy: Schema.optionalKey(Schema.Boolean),
  /** In a resident gate, like `role` and `task`: the principal of the calls. */
  agent: Schema.optionalKey(idParam),
  role: Schema.optionalKey(idParam),
  task: Schema.optionalKey(idParam)
})

/** A session of the gate. It belongs to the token that opened it. */
export const SessionInfo = Schema.Struct({
  id: Schema.String,
  /** The name of its token. */
  token: Schema.String,
  agent: Schema.String,
  role: Schema.optionalKey(Schema.String),
  workspace: Schema.String,
  /** In milliseconds since the epoch, like `endedAt`. */
  openedAt: Schema.Number,
  endedAt: Schema.optionalKey(Schema.Number),
  /** The number of calls without an answer. */
  openCalls: Schema.Number
})

const params = { session: idParam }

/** The sessions of a token. */
export const sessions = HttpApiGroup.make("sessions")
  .add(
    HttpApiEndpoint.post("open", "/sessions", {
      payload: NewSession,
      success: SessionInfo.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Forbidden, Unavailable]
    }).annotate(NeededRights, ["call"]),
    HttpApiEndpoint.get("list", "/sessions", {
      query: pageQuery,
      success: pageOf(SessionInfo),
      error: [BadRequest, Unavailable]
    }),
    HttpApiEndpoint.get("inspect", "/sessions/:session", {
      params,
      success: SessionInfo,
      error: [NotFound, Unavailable]
    }),
    HttpApiEndpoint.post("cancel", "/sessions/:session/cancel", {
      params,
      success: SessionInfo,
      error: [NotFound, Unavailable]
    }).annotate(NeededRights, ["call", "administer"]),
    HttpApiEndpoint.delete("end", "/sessions/:session", {
      params,
      success: SessionInfo,
      error: [NotFound, Unavailable]
    }).annotate(NeededRights, ["call", "administer"])
  )
  .middleware(Authorization)
