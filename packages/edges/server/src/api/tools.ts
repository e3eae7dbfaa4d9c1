import { ToolDefinition } from "@toolgate/wire"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { fromForm } from "./fromForm.ts"
import { BadRequest, NotFound, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** The providers in whose form tools are declared. */
export const Provider = Schema.Literals(["anthropic", "openai-chat", "openai-responses", "gemini"])

/** The tools that a session's agent sees. */
export const tools = HttpApiGroup.make("tools")
  .add(
    HttpApiEndpoint.get("list", "/sessions/:session/tools", {
      params: { session: idParam },
      success: Schema.Struct({ tools: Schema.Array(fromForm(ToolDefinition)) }),
      error: [NotFound, Unavailable]
    }),
    HttpApiEndpoint.get("declare", "/sessions/:session/tools/:provider", {
      params: { session: idParam, provider: Provider },
      success: Schema.Struct({ tools: Schema.Json }),
      error: [NotFound, BadRequest, Unavailable]
    })
  )
  .middleware(Authorization)
