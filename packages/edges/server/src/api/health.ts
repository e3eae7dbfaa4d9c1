import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Unavailable } from "./problems.ts"

/** Whether the server lives, and whether it takes calls. These say nothing about the gate. */
export const health = HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("live", "/health", { success: Schema.Struct({ status: Schema.Literal("ok") }) }),
  HttpApiEndpoint.get("ready", "/ready", {
    success: Schema.Struct({ status: Schema.Literal("ready") }),
    error: Unavailable
  })
)
