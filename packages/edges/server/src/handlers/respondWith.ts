import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as ProblemDetails from "effect/http/ProblemDetails"

/** Makes the response for a problem of a plain route. */
export const respondWith = (problem: ProblemDetails.ProblemDetails): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(problem, { status: problem.status ?? 500, contentType: ProblemDetails.contentType })
