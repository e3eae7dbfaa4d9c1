import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Access } from "../access/Access.ts"
import { Busy, OtherVersion } from "../api/problems.ts"
import { respondWith } from "../handlers/respondWith.ts"
import { type ResidentDoor, versionHeader } from "./ResidentDoor.ts"

/** The routes about a resident gate itself. Clients of every version may use them. */
export const residentRoutes = (door: ResidentDoor) =>
  Layer.merge(
    HttpRouter.use((router) =>
      Effect.gen(function* () {
        const { within } = yield* Access
        yield* router.add("GET", "/v1/resident", (request) =>
          within(request, ["administer"], () =>
            Effect.map(
              Effect.promise(() => door.describe()),
              (state) => HttpServerResponse.jsonUnsafe(state)
            )
          ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
        )
        yield* router.add("POST", "/v1/resident/stop", (request) =>
          within(request, ["administer"], () =>
            Effect.suspend(() => {
              const openCalls = door.stop(new URL(request.url, "http://gate").searchParams.has("idle"))
              return openCalls === 0
                ? Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "stopping" }))
                : Effect.fail(Busy.problem(`The resident gate has ${openCalls} open calls.`, { openCalls }))
            })
          ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
        )
      })
    ),
    checkVersion(door)
  )

/** Refuses the other requests of clients of another version, which may mean something else by them. */
const checkVersion = ({ version }: ResidentDoor) =>
  HttpRouter.middleware(
    (answer) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
        const sent = headers[versionHeader]
        if (sent === version || forEveryVersion.test(url)) return answer
        const named = sent === undefined ? `The header "${versionHeader}" is missing` : "The client has another version"
        return Effect.succeed(OtherVersion.respond(`${named}; the resident gate has ${version}.`, { version }))
      }),
    { global: true }
  )

const forEveryVersion = /^\/(?:health|ready|v1\/resident(?:\/stop)?)(?:\?|$)/
