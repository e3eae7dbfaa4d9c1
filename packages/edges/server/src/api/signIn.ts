import { type TokenRight, tokenRights } from "@toolgate/core"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { BadRequest, Forbidden, NotFound, TooLarge, Unavailable, UnsupportedType } from "./problems.ts"

/** The token of a request: its name and its rights. */
export const TokenInfo = Schema.Struct({
  name: Schema.String,
  rights: Schema.Array(Schema.Literals(tokenRights as readonly [TokenRight, ...Array<TokenRight>])),
  /** In milliseconds since the epoch. */
  expiresAt: Schema.optionalKey(Schema.Number)
})

/** A session of a browser. It has the rights of a token in the store. */
export const BrowserSession = Schema.Struct({
  ...TokenInfo.fields,
  /** The bearer token of the session. A page keeps it in its storage, which no other port can read. */
  token: Schema.String
})

/** The sign-in of browsers. */
export const signIn = HttpApiGroup.make("signIn").add(
  HttpApiEndpoint.post("signIn", "/sign-in", {
    /** The code behind the `#` of the address that `toolgate serve` printed. */
    payload: Schema.Struct({ code: Schema.String.check(Schema.isMaxLength(64)) }),
    success: BrowserSession,
    error: [BadRequest, Forbidden, NotFound, TooLarge, UnsupportedType, Unavailable]
  }),
  HttpApiEndpoint.get("show", "/token", { success: TokenInfo }).middleware(Authorization),
  HttpApiEndpoint.post("signOut", "/sign-out", { success: HttpApiSchema.NoContent, error: NotFound }).middleware(
    Authorization
  )
)
