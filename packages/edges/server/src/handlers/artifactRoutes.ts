import type { TokenRight } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { Access } from "../access/Access.ts"
import type { AccessToken } from "../access/AccessToken.ts"
import { type NotFound, NotSatisfiable, type Unavailable } from "../api/problems.ts"
import { findRange } from "../artifacts/findRange.ts"
import { makeInert } from "../artifacts/makeInert.ts"
import type { FoundArtifact, SessionArtifacts } from "../artifacts/SessionArtifacts.ts"
import { respondWith } from "./respondWith.ts"

/** The routes for the bytes of artifacts. They are read part by part, as the client reads them. */
export const artifactRoutes = (artifacts: SessionArtifacts) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { within } = yield* Access
      const route = (
        path: `/${string}`,
        rights: ReadonlyArray<TokenRight>,
        find: (given: Given) => Effect.Effect<FoundArtifact, typeof NotFound.Type | typeof Unavailable.Type>
      ) =>
        router.add("GET", path, (request) =>
          within(request, rights, (token) =>
            Effect.gen(function* () {
              const params = yield* HttpRouter.params
              return yield* respond(request, yield* find({ token, params, url: request.url }))
            })
          ).pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
        )
      yield* route("/v1/sessions/:session/artifacts/:ref", ["call", "read"], ({ token, params }) =>
        artifacts.find(token, params.session ?? "", params.ref ?? "")
      )
      yield* route("/v1/artifacts/:ref", ["read"], ({ params, url }) => {
        const { searchParams } = new URL(url, "http://server")
        const [session, principal] = [searchParams.get("session") ?? "", searchParams.get("principal") ?? ""]
        return artifacts.findOf({ session, principal }, params.ref ?? "")
      })
    })
  )

interface Given {
  readonly token: AccessToken
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: string
}

const respond = ({ headers }: HttpServerRequest.HttpServerRequest, found: FoundArtifact) => {
  const { artifact } = found
  const { size, ref } = artifact
  const etag = `"${ref}"`
  const isOther = headers["if-range"] !== undefined && headers["if-range"] !== etag
  const range = isOther ? undefined : findRange(headers.range, size)
  if (range === "none")
    return Effect.succeed(
      HttpServerResponse.setHeader(
        NotSatisfiable.respond(`The artifact has ${size} bytes.`, {}),
        "content-range",
        `bytes */${size}`
      )
    )
  const { start, end } = range ?? { start: 0, end: size }
  return Effect.succeed(
    HttpServerResponse.stream(streamBytes(found, start, end), {
      status: range === undefined ? 200 : 206,
      contentLength: end - start,
      headers: {
        ...makeInert(artifact),
        etag,
        "accept-ranges": "bytes",
        ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end - 1}/${size}` })
      }
    })
  )
}

/** Streams bytes. Fails if the artifact is removed meanwhile, which cuts the connection. */
const streamBytes = ({ artifact: { ref }, owner, store }: FoundArtifact, start: number, end: number) =>
  Stream.unfold(start, (from) =>
    from >= end
      ? Effect.undefined
      : store.read(ref, { start: from, length: Math.min(partBytes, end - from) }, owner).pipe(
          Effect.flatMap((bytes) =>
            bytes === undefined || bytes.length === 0 ? Effect.fail(removed) : Effect.succeed(bytes)
          ),
          Effect.map((bytes) => [bytes, from + bytes.length] as const)
        )
  )

const removed = new Error("The artifact was removed while it was read.")
const partBytes = 256 * 1024
