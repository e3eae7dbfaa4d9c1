import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { BadRequest, NotFound, TooMany } from "./problems.ts"

/** An event of the stream. `id` is its number, and `data` a `ToolEvent` as JSON text, or `{"count": n}` for lost events. */
export const StreamedEvent = Schema.Struct({
  id: Schema.optional(Schema.String),
  event: Schema.String,
  data: Schema.String
})

/** The events of calls. */
export const events = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("stream", "/events", {
      query: {
        session: Schema.optionalKey(Schema.String),
        agent: Schema.optionalKey(Schema.String),
        /** The kinds of events, separated by commas. Default: all. */
        type: Schema.optionalKey(Schema.String)
      },
      headers: { "last-event-id": Schema.optional(Schema.String) },
      success: HttpApiSchema.StreamSse({ events: StreamedEvent }),
      error: [BadRequest, NotFound, TooMany]
    })
  )
  .middleware(Authorization)
