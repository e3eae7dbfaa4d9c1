import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"
import { BadRequest, NotFound, UpgradeRequired } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** The door of agents that connect by a WebSocket, and speak the protocol of runners: one frame is one text message. */
export const runner = HttpApiGroup.make("runner")
  .add(
    HttpApiEndpoint.get("connect", "/runner", {
      /** An open session of this token. Default: a new session, whose id is in `hello`. */
      query: { session: Schema.optionalKey(idParam) },
      headers: {
        /** For clients that cannot send an `Authorization`: `toolgate.runner, toolgate.token.SECRET`. */
        "sec-websocket-protocol": Schema.optionalKey(Schema.String)
      },
      success: HttpApiSchema.Empty(101),
      error: [BadRequest, NotFound, UpgradeRequired]
    }).annotate(NeededRights, ["call"])
  )
  .middleware(Authorization)
