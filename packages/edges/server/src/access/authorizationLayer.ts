import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { Authorization, CurrentToken } from "../api/Authorization.ts"
import { NeededRights } from "../api/NeededRights.ts"
import { Access } from "./Access.ts"
import { readBody } from "./readBody.ts"

/** Checks the tokens of requests that are read by their definition, and the JSON of their bodies. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.map(Access, ({ within }) =>
    Authorization.of({
      bearer: (answer, { endpoint }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          within(request, Context.get(endpoint.annotations, NeededRights), (token) => {
            const answered = Effect.provideService(answer, CurrentToken, token)
            // The definition would keep the last of two members with one name.
            return endpoint.payload.size === 0 ? answered : Effect.andThen(readBody(request), answered)
          })
        )
    })
  )
)
