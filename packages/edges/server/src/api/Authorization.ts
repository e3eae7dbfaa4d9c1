import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import type { AccessToken } from "../access/AccessToken.ts"
import { BadRequest, Forbidden, TooLarge, TooMany, Unauthorized, Unavailable, UnsupportedType } from "./problems.ts"

/** The token of the request. */
export class CurrentToken extends Context.Service<CurrentToken, AccessToken>()("@toolgate/server/CurrentToken") {}

/** Checks the bearer token of a request, its rights and its rate, and that its body is JSON. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentToken }>()(
  "@toolgate/server/Authorization",
  {
    security: { bearer: HttpApiSecurity.bearer },
    error: [Unauthorized, Forbidden, TooMany, Unavailable, BadRequest, TooLarge, UnsupportedType]
  }
) {}
