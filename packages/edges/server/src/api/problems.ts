import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

/** Defines a kind of problem (RFC 9457). Its `type` never changes, so programs may compare it. */
const defineProblem = <const Slug extends string, const Status extends number, Fields extends Schema.Struct.Fields>(
  slug: Slug,
  status: Status,
  title: string,
  fields: Fields
) => {
  const type = `urn:toolgate:${slug}` as const
  const schema = Schema.Struct({
    type: Schema.Literal(type),
    title: Schema.String,
    status: Schema.Literal(status),
    detail: Schema.String,
    ...fields
  }).pipe(HttpApiSchema.asJson({ contentType: ProblemDetails.contentType }), HttpApiSchema.status(status))
  const make = (detail: string, further: Schema.Struct<Fields>["Type"]) => ({ type, title, status, detail, ...further })
  return Object.assign(schema, {
    /** Makes the problem. */
    problem: make,
    /** Makes the response of a plain route. */
    respond: (detail: string, further: Schema.Struct<Fields>["Type"]) =>
      HttpServerResponse.jsonUnsafe(make(detail, further), { status, contentType: ProblemDetails.contentType })
  })
}

/** The body or the address is not valid. */
export const BadRequest = defineProblem("bad-request", 400, "Bad request", {})
/** The token is missing, unknown, expired or revoked. */
export const Unauthorized = defineProblem("unauthorized", 401, "Unauthorized", {})
/** The token does not have the right that the request needs. */
export const Forbidden = defineProblem("forbidden", 403, "Forbidden", {})
/** The thing does not exist, or the token may not see it. */
export const NotFound = defineProblem("not-found", 404, "Not found", {})
/** The idempotency key was used for a request with another body. */
export const KeyReused = defineProblem("key-reused", 409, "Idempotency key reused", {})
/** The question has ended: how, and who decided it, if a person did. */
export const AlreadyDecided = defineProblem("already-decided", 409, "Already decided", {
  ended: Schema.Literals(["approve", "deny", "withdrawn"]),
  by: Schema.optionalKey(Schema.String),
  from: Schema.optionalKey(Schema.String),
  /** In milliseconds since the epoch. */
  at: Schema.optionalKey(Schema.Number)
})
/** The question is not the one that was shown. It is still open. */
export const Stale = defineProblem("stale", 409, "The question has changed", { digest: Schema.String })
/** The definition of the tool is not the one that was shown. `digest` is that of the current one. */
export const DefinitionChanged = defineProblem("definition-changed", 409, "The definition has changed", {
  digest: Schema.String
})
/** The client of a resident gate has another version. */
export const OtherVersion = defineProblem("other-version", 409, "Another version", { version: Schema.String })
/** Open calls keep the resident gate from ending. */
export const Busy = defineProblem("busy", 409, "Busy", { openCalls: Schema.Number })
/** The question was not decided in time. */
export const Expired = defineProblem("expired", 410, "Expired", {})
/** The body is too long. */
export const TooLarge = defineProblem("too-large", 413, "Body too large", {})
/** The body is not JSON. */
export const UnsupportedType = defineProblem("unsupported-type", 415, "Unsupported media type", {})
/** The range of the request has no bytes. */
export const NotSatisfiable = defineProblem("not-satisfiable", 416, "Range not satisfiable", {})
/** The policy cannot be used: each problem with its place, as `file:line:column`. The policy in force did not change. */
export const InvalidPolicy = defineProblem("invalid-policy", 422, "Invalid policy", {
  problems: Schema.Array(Schema.Struct({ source: Schema.String, message: Schema.String })),
  /** The number of further problems. */
  more: Schema.Number
})
/** The request is not the handshake of a WebSocket. */
export const UpgradeRequired = defineProblem("upgrade-required", 426, "Upgrade required", {})
/** The token made too many requests. The header `Retry-After` says when to try again, in seconds. */
export const TooMany = defineProblem("too-many", 429, "Too many requests", {})
/** The server failed. The log of the server says why. */
export const Failed = defineProblem("failed", 500, "The server failed", {})
/** The store cannot be read or written, or the server is about to stop. Nothing was done. */
export const Unavailable = defineProblem("unavailable", 503, "Unavailable", {})
