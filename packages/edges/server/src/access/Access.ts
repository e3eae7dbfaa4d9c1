import type { TokenRight } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { Forbidden, TooMany, Unauthorized, type Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"
import type { FindToken } from "./makeFindToken.ts"
import type { TokenLimits } from "./TokenLimits.ts"

/** The problem of a request whose token does not suffice. */
export type AccessRefused =
  | typeof Unauthorized.Type
  | typeof Forbidden.Type
  | typeof TooMany.Type
  | typeof Unavailable.Type

/** The one check of tokens, for all doors of a server. */
export class Access extends Context.Service<
  Access,
  {
    /**
     * Runs `use` with the token of an `Authorization` header, if it is valid, has one of the rights and is within its
     * limits. The request counts as open until its answer is written, which may be long after `use`.
     */
    readonly within: <A, E, R>(
      authorization: string | undefined,
      needed: ReadonlyArray<TokenRight>,
      use: (token: AccessToken) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | AccessRefused, R | Scope>
  }
>()("@toolgate/server/Access") {}

/** Makes the check from a way to find tokens. */
export const makeAccess = (find: FindToken, limits: TokenLimits): Access["Service"] => ({
  within: (authorization, needed, use) =>
    Effect.gen(function* () {
      const secret = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? "")?.[1]
      const token = secret === undefined ? undefined : yield* find(secret)
      if (token === undefined) return yield* Effect.fail(unauthorized)
      if (!needed.some((right) => token.rights.has(right)))
        return yield* Effect.fail(
          Forbidden.problem(`This request needs the right ${needed.map((right) => `"${right}"`).join(" or ")}.`, {})
        )
      const entered = limits.enter(token.id)
      if (!entered) return yield* Effect.fail(tooMany)
      yield* Effect.addFinalizer(() => Effect.sync(() => limits.leave(token.id)))
      return yield* use(token)
    })
})

const unauthorized = Unauthorized.problem("This request needs a valid bearer token in the Authorization header.", {})
const tooMany = TooMany.problem("This token has too many requests open or made too many in a short time.", {})
