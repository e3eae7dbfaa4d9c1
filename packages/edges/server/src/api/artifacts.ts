import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"
import { pageOf, pageQuery } from "./paging.ts"
import { BadRequest, NotFound, NotSatisfiable, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** A large result that was stored beside the answer of a call. */
export const ArtifactInfo = Schema.Struct({
  ref: Schema.String,
  size: Schema.Number,
  /** As the tool named it. The bytes are served as text, as a picture or as plain bytes. */
  mediaType: Schema.String,
  name: Schema.optionalKey(Schema.String),
  /** In milliseconds since the epoch, like `expiresAt`. */
  createdAt: Schema.Number,
  expiresAt: Schema.Number
})

/** An artifact with its owner. `principal` is a digest of the agents that made it, and of the people they act for. */
export const OwnedArtifactInfo = Schema.Struct({
  ...ArtifactInfo.fields,
  session: Schema.String,
  principal: Schema.String
})

const session = { session: idParam }
const query = { ...pageQuery, cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))) }
const errors = [BadRequest, NotFound, Unavailable] as const

/** The artifacts of sessions. A token sees those of its own sessions; knowing a reference gives no access. */
export const artifacts = HttpApiGroup.make("artifacts")
  .add(
    HttpApiEndpoint.get("list", "/sessions/:session/artifacts", {
      params: session,
      query,
      success: pageOf(ArtifactInfo),
      error: errors
    }).annotate(NeededRights, ["call", "read"]),
    HttpApiEndpoint.delete("remove", "/sessions/:session/artifacts/:ref", {
      params: { ...session, ref: idParam },
      success: HttpApiSchema.NoContent,
      error: errors
    }).annotate(NeededRights, ["call", "administer"]),
    HttpApiEndpoint.get("listAll", "/artifacts", {
      query,
      success: pageOf(OwnedArtifactInfo),
      error: errors
    }).annotate(NeededRights, ["read"])
  )
  .middleware(Authorization)

const bytes = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array())
const range = { range: Schema.optionalKey(Schema.String), "if-range": Schema.optionalKey(Schema.String) }

/** The bytes of artifacts. They are sent as a download, so that a browser never runs them. */
export const artifactBytes = HttpApiGroup.make("artifactBytes")
  .add(
    HttpApiEndpoint.get("get", "/sessions/:session/artifacts/:ref", {
      params: { ...session, ref: idParam },
      headers: range,
      success: [bytes, bytes.pipe(HttpApiSchema.status(206))],
      error: [NotFound, NotSatisfiable, Unavailable]
    }).annotate(NeededRights, ["call", "read"]),
    HttpApiEndpoint.get("getOf", "/artifacts/:ref", {
      params: { ref: idParam },
      query: { session: idParam, principal: idParam },
      headers: range,
      success: [bytes, bytes.pipe(HttpApiSchema.status(206))],
      error: [NotFound, NotSatisfiable, Unavailable]
    }).annotate(NeededRights, ["read"])
  )
  .middleware(Authorization)
