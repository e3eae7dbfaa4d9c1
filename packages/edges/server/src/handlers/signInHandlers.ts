import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { readBearer } from "../access/Access.ts"
import type { AccessToken } from "../access/AccessToken.ts"
import { readBody } from "../access/readBody.ts"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { Forbidden, NotFound } from "../api/problems.ts"
import type { SignIn } from "../sign-in/SignIn.ts"

/** Answers the requests with which a browser signs in and out. */
export const signInHandlers = (signIn: SignIn | undefined) =>
  HttpApiBuilder.group(ServedApi, "signIn", (group) =>
    group.handleAll({
      signIn: ({ payload }) =>
        Effect.gen(function* () {
          if (signIn === undefined)
            return yield* Effect.fail(NotFound.problem("Browsers do not sign in at this server.", {}))
          // The definition would keep the last of two members with one name.
          yield* readBody(yield* HttpServerRequest.HttpServerRequest)
          // Nothing waits before the code is taken, so that of two browsers with one code only one gets in.
          const giveBack = signIn.code.take(payload.code)
          if (giveBack === undefined) return yield* Effect.fail(wrongCode)
          const opened = yield* Effect.tapError(signIn.sessions.open(), () => Effect.sync(giveBack))
          if (opened !== undefined) return { token: opened.secret, ...describe(opened.access) }
          giveBack()
          return yield* Effect.fail(noPerson)
        }),
      show: () => Effect.map(CurrentToken, describe),
      signOut: () =>
        Effect.gen(function* () {
          const secret = readBearer(yield* HttpServerRequest.HttpServerRequest)
          if (secret === undefined || signIn?.sessions.end(secret) !== true)
            return yield* Effect.fail(
              NotFound.problem('This token is no session of a browser. "toolgate token revoke" ends it.', {})
            )
        })
    })
  )

const describe = ({ name, rights, expiresAt }: AccessToken) => ({
  name,
  rights: [...rights],
  ...(expiresAt === undefined ? {} : { expiresAt })
})

const wrongCode = Forbidden.problem(
  "This code is wrong, too old, or was used already. If you have not used it, another person has: start the server again, which ends their session.",
  {}
)
const noPerson = Forbidden.problem(
  "No token of a person is valid. Add one in a terminal, and try again: toolgate token add NAME --right decide --right read",
  {}
)
