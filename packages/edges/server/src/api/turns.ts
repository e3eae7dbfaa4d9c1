import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { Accepted, Call, CallJudgement, CallState, Execution, NewScript, NewTurn, tracing } from "./calls.ts"
import { NeededRights } from "./NeededRights.ts"
import { BadRequest, NotFound, TooLarge, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

const session = { session: idParam }
const call = { ...session, call: idParam }
const accepted = Accepted.pipe(HttpApiSchema.status(202))

/** Turns and scripts, and requests about calls that were made. */
export const turns = HttpApiGroup.make("turns")
  .add(
    HttpApiEndpoint.post("turn", "/sessions/:session/turns", {
      params: session,
      headers: tracing,
      payload: NewTurn,
      success: Schema.Struct({ executions: Schema.Array(Execution), chains: Schema.Array(Schema.Json) }),
      error: [BadRequest, NotFound, TooLarge, Unavailable]
    }).annotate(NeededRights, ["call"]),
    HttpApiEndpoint.post("script", "/sessions/:session/scripts", {
      params: session,
      headers: tracing,
      payload: NewScript,
      success: [Execution, accepted],
      error: [BadRequest, NotFound, TooLarge, Unavailable]
    }).annotate(NeededRights, ["call"]),
    HttpApiEndpoint.post("judge", "/sessions/:session/judgements", {
      params: session,
      payload: Call,
      success: CallJudgement,
      error: [BadRequest, NotFound, Unavailable]
    }).annotate(NeededRights, ["call", "read"]),
    HttpApiEndpoint.get("find", "/sessions/:session/calls/:call", {
      params: call,
      success: CallState,
      error: [NotFound, Unavailable]
    }),
    HttpApiEndpoint.post("cancelCall", "/sessions/:session/calls/:call/cancel", {
      params: call,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Unavailable]
    }).annotate(NeededRights, ["call", "administer"]),
    HttpApiEndpoint.post("cancelTurn", "/sessions/:session/turns/:turn/cancel", {
      params: { ...session, turn: idParam },
      success: HttpApiSchema.NoContent,
      error: [NotFound, Unavailable]
    }).annotate(NeededRights, ["call", "administer"])
  )
  .middleware(Authorization)
