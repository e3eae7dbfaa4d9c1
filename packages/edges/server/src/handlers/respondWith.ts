import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"

/** Makes the response for a problem of a plain route. */
export const respondWith = (problem: ProblemDetails.ProblemDetails): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(problem, {
    status: problem.status ?? 500,
    contentType: ProblemDetails.contentType,
    headers: headersFor(problem.status)
  })

/** Returns the headers that belong to a status. */
export const headersFor = (status: number | undefined): Record<string, string> => {
  if (status === 401) return { "www-authenticate": "Bearer" }
  return status === 429 || status === 503 ? { "retry-after": "1" } : {}
}
