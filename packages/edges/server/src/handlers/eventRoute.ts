import type { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { ToolEvent } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Access } from "../access/Access.ts"
import type { AccessToken } from "../access/AccessToken.ts"
import { NotFound, TooMany } from "../api/problems.ts"
import type { EventStreams } from "../events/EventStreams.ts"
import type { Sessions } from "../sessions/Sessions.ts"
import { respondWith } from "./respondWith.ts"

/** The route of the event stream. Events are written to connections as text that is formatted once. */
export const eventRoute = (sessions: Sessions, streams: EventStreams) =>
  HttpRouter.use((router) =>
    Effect.flatMap(Access, ({ within }) =>
      router.add("GET", "/v1/events", (request) =>
        within(request, ["call", "decide", "read", "administer"], (token, { isStillValid }) =>
          Effect.gen(function* () {
            const { searchParams } = new URL(request.url, "http://server")
            const session = searchParams.get("session") ?? undefined
            if (session !== undefined && !seesSession(sessions, token, session))
              return yield* Effect.fail(NotFound.problem("There is no such session.", {}))
            const response = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
            const isOpen = streams.stream(response, {
              wants: makeFilter(sessions, token, searchParams),
              lastId: request.headers["last-event-id"],
              isStillValid,
              expiresAt: token.expiresAt
            })
            if (!isOpen) return yield* Effect.fail(TooMany.problem("Too many clients listen to events.", {}))
            yield* Effect.callback<void>((resume) => void response.once("close", () => resume(Effect.void)))
            return HttpServerResponse.empty()
          })
        ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
      )
    )
  )

const seesSession = (sessions: Sessions, token: AccessToken, id: string): boolean =>
  token.rights.has("decide") || sessions.isSeenBy(token, id)

/** Returns whether a listener may see an event and asked for it. */
const makeFilter = (sessions: Sessions, token: AccessToken, asked: URLSearchParams) => {
  const [session, agent] = [asked.get("session"), asked.get("agent")]
  const types = asked.get("type")?.split(",")
  return (event: ToolEvent): boolean =>
    (session === null || event.session === session) &&
    (agent === null || event.agent === agent) &&
    (types === undefined || types.includes(event.type)) &&
    seesSession(sessions, token, event.session)
}
