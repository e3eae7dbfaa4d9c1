import type { TokenRight } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { Scope } from "effect/Scope"
import { type BadRequest, Forbidden, TooMany, Unauthorized, type Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"
import type { Caller, FindCaller } from "./FindCaller.ts"
import type { FindToken } from "./makeFindToken.ts"
import type { TokenLimits } from "./TokenLimits.ts"

/** The problem of a request whose token does not suffice. */
export type AccessRefused =
  | typeof BadRequest.Type
  | typeof Unauthorized.Type
  | typeof Forbidden.Type
  | typeof TooMany.Type
  | typeof Unavailable.Type

/** Whether a token is still valid, with the rights that its request needed. */
export type StillValid = Effect.Effect<boolean, typeof Unavailable.Type>

/** Further functions for a request whose token was accepted, if something of it goes on after its answer. */
export interface Admission {
  readonly isStillValid: StillValid
  /**
   * Counts one more open request of the token. Returns the function that ends this, or `undefined` if the token has too
   * many open requests.
   */
  readonly hold: () => (() => void) | undefined
}

/** The one check of tokens, for all doors of a server. */
export class Access extends Context.Service<
  Access,
  {
    /**
     * Runs `use` with the token of a request, if it is valid, has one of the rights and is within its limits. An
     * `Authorization` header decides alone; other ways to name a person count for requests without one. The request counts as open until its answer is written, which may be long after `use`. Whatever outlives the
     * request asks again and again whether the token is still valid.
     */
    readonly within: <A, E, R>(
      request: HttpServerRequest.HttpServerRequest,
      needed: ReadonlyArray<TokenRight>,
      use: (token: AccessToken, admission: Admission) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | AccessRefused, R | Scope>
  }
>()("@toolgate/server/Access") {}

/** Makes the check from a way to find tokens, and a way to find the sender of a request without one. */
export const makeAccess = (
  find: FindToken,
  limits: TokenLimits,
  findOther: FindCaller = () => Effect.undefined
): Access["Service"] => ({
  within: (request, needed, use) =>
    Effect.gen(function* () {
      const { authorization } = request.headers
      const caller = yield* authorization === undefined ? findOther(request) : findBearer(find, readBearer(request))
      if (caller === undefined) return yield* Effect.fail(unauthorized)
      const { token, again } = caller
      const suffices = ({ rights }: AccessToken) => needed.some((right) => rights.has(right))
      if (!suffices(token))
        return yield* Effect.fail(
          Forbidden.problem(`This request needs the right ${needed.map((right) => `"${right}"`).join(" or ")}.`, {})
        )
      const entered = limits.enter(token.id)
      if (!entered) return yield* Effect.fail(tooMany)
      yield* Effect.addFinalizer(() => Effect.sync(() => limits.leave(token.id)))
      return yield* use(token, {
        isStillValid: Effect.map(again, (found) => found !== undefined && suffices(found)),
        hold: () => (limits.hold(token.id) ? () => limits.leave(token.id) : undefined)
      })
    })
})

/** Returns the bearer token of a request, if it has one in the right form. */
export const readBearer = ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? "")?.[1]

const findBearer = (find: FindToken, secret: string | undefined) => {
  if (secret === undefined) return Effect.undefined
  const again = Effect.suspend(() => find(secret))
  return Effect.map(again, (token): Caller | undefined => token && { token, again })
}

const unauthorized = Unauthorized.problem("This request needs a valid bearer token in the Authorization header.", {})
/** The problem of a request beyond the limits of its token. */
export const tooMany = TooMany.problem("This token has too many requests open or made too many in a short time.", {})
