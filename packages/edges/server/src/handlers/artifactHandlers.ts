import type { Artifact, OwnedArtifact } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import type { ArtifactInfo } from "../api/artifacts.ts"
import { usualLimit } from "../api/paging.ts"
import type { SessionArtifacts } from "../artifacts/SessionArtifacts.ts"
import { pageAfter } from "./pageAfter.ts"

/** Answers the requests about artifacts, without their bytes. */
export const artifactHandlers = (artifacts: SessionArtifacts) =>
  HttpApiBuilder.group(ServedApi, "artifacts", (group) =>
    group.handleAll({
      list: ({ params, query: { cursor, limit = usualLimit } }) =>
        Effect.gen(function* () {
          const all = yield* artifacts.list(yield* CurrentToken, params.session)
          const { page, ...next } = pageAfter(sortArtifacts(all), keyOf, cursor, limit)
          return { items: page.map(describeArtifact), ...next }
        }),
      remove: ({ params }) =>
        Effect.flatMap(CurrentToken, (token) => artifacts.remove(token, params.session, params.ref)),
      listAll: ({ query: { cursor, limit = usualLimit } }) =>
        Effect.gen(function* () {
          const { page, ...next } = pageAfter(sortArtifacts(yield* artifacts.listOf()), keyOf, cursor, limit)
          return { items: page.map((one) => ({ ...describeArtifact(one), ...one.owner })), ...next }
        })
    })
  )

/** Returns a key in the order of age, that is unique for an owner's artifact. */
const keyOf = ({ createdAt, ref, owner }: OwnedArtifact): string =>
  `${String(createdAt).padStart(16, "0")} ${ref} ${owner.principal} ${owner.session}`

const sortArtifacts = (all: ReadonlyArray<OwnedArtifact>): ReadonlyArray<OwnedArtifact> =>
  all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const describeArtifact = ({
  ref,
  size,
  mediaType,
  name,
  createdAt,
  expiresAt
}: Artifact): typeof ArtifactInfo.Type => ({
  ref,
  size,
  mediaType,
  ...(name === undefined ? {} : { name }),
  createdAt,
  expiresAt
})
