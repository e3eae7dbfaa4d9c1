import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"

/** The metrics of the gate and of the server. */
export const metrics = HttpApiGroup.make("metrics")
  .add(
    HttpApiEndpoint.get("get", "/metrics", {
      /** The text format of Prometheus. */
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" }))
    }).annotate(NeededRights, ["read"])
  )
  .middleware(Authorization)
