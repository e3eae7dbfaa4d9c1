import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Access } from "../access/Access.ts"
import type { EventStreams } from "../events/EventStreams.ts"
import type { Sessions } from "../sessions/Sessions.ts"
import { respondWith } from "./respondWith.ts"

/** The route of the metrics: those that are given, and the counts of the server. */
export const metricsRoute = (sessions: Sessions, streams: EventStreams, metrics: () => string = () => "") =>
  HttpRouter.use((router) =>
    Effect.flatMap(Access, ({ within }) =>
      router.add("GET", "/metrics", (request) =>
        within(request, ["read"], () =>
          Effect.sync(() => {
            const own = [
              formatGauge("toolgate_server_streams", "Open event streams.", streams.count),
              formatGauge("toolgate_server_sessions", "Open sessions that this process has used.", sessions.count)
            ]
            return HttpServerResponse.text([metrics(), ...own].join(""), { contentType: "text/plain; version=0.0.4" })
          })
        ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
      )
    )
  )

const formatGauge = (name: string, help: string, value: number): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
