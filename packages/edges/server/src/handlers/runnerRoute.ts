import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Access } from "../access/Access.ts"
import { BadRequest, UpgradeRequired } from "../api/problems.ts"
import { isHandshake, readAuthorization } from "../runners/acceptSocket.ts"
import type { RunnerConnections } from "../runners/RunnerConnections.ts"
import type { Sessions } from "../sessions/Sessions.ts"
import { respondWith } from "./respondWith.ts"

/** The route of agents that connect by a WebSocket. */
export const runnerRoute = (sessions: Sessions, runners: RunnerConnections) =>
  HttpRouter.use((router) =>
    Effect.flatMap(Access, ({ within }) =>
      router.add("GET", "/v1/runner", (request) => {
        const authorization = readAuthorization(request.headers)
        const asked = authorization === undefined ? request : authorize(request, authorization)
        return within(asked, ["call"], (token, { isStillValid }) =>
          Effect.gen(function* () {
            // A request without a handshake learns the same, because a WebSocket does not tell its client why it failed.
            const fault = runners.findFault(token)
            if (fault !== undefined) return yield* Effect.fail(fault)
            const session = yield* readSession(request.url)
            const named = session === undefined ? undefined : yield* sessions.findOwn(token, session)
            const incoming = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
            if (!isHandshake(incoming)) return yield* Effect.fail(noHandshake)
            const open = named ?? (yield* sessions.open(token, {}))
            yield* Effect.promise(() =>
              runners.serve({ request: incoming, token, isStillValid, open, isOwn: named === undefined })
            )
            return HttpServerResponse.empty()
          })
        ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
      })
    )
  )

const authorize = (request: HttpServerRequest.HttpServerRequest, authorization: string) =>
  request.modify({ headers: Headers.set(request.headers, "authorization", authorization) })

const noHandshake = UpgradeRequired.problem("Connect with a WebSocket of version 13.", {})

const readSession = (url: string): Effect.Effect<string | undefined, typeof BadRequest.Type> => {
  const { searchParams } = new URL(url, "http://server")
  const asked = searchParams.getAll("session")
  return searchParams.size === asked.length && asked.length <= 1
    ? Effect.succeed(asked[0])
    : Effect.fail(BadRequest.problem('The address takes at most one "session", and nothing else.', {}))
}
