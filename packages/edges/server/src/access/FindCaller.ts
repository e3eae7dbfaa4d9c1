import type * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { BadRequest, Forbidden, Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"

/** The sender of a request. */
export interface Caller {
  readonly token: AccessToken
  /** Finds the token again, while something of the request goes on. `undefined`: it has become invalid. */
  readonly again: Effect.Effect<AccessToken | undefined, typeof Unavailable.Type>
}

/** Finds the sender of a request without a bearer token. `undefined`: the request names none in this way. */
export type FindCaller = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<Caller | undefined, typeof Unavailable.Type | typeof BadRequest.Type | typeof Forbidden.Type>
