import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { Authorization, CurrentToken } from "../api/Authorization.ts"
import { NeededRights } from "../api/NeededRights.ts"
import { Access } from "./Access.ts"

/** Checks the tokens of requests that are read by their definition. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.map(Access, ({ within }) =>
    Authorization.of({
      bearer: (answer, { endpoint }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          within(headers.authorization, Context.get(endpoint.annotations, NeededRights), (token) =>
            Effect.provideService(answer, CurrentToken, token)
          )
        )
    })
  )
)
