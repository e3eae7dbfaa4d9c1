import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { BadRequest, Failed } from "../api/problems.ts"
import { RequestProblems } from "../api/RequestProblems.ts"

/** Explains which part of a request does not fit. An answer that does not fit is a fault of the server, and is logged. */
export const requestProblemsLayer = HttpApiMiddleware.layerSchemaErrorTransform(RequestProblems, (error) => {
  if (error.kind === "Body" || error.kind === "ResponseHeaders")
    return Effect.andThen(Effect.logError("An answer does not fit its definition.", Cause.fail(error)), failed)
  return Effect.fail(BadRequest.problem(`The ${places[error.kind]} is not valid: ${error.cause.message}`, {}))
})

const failed = Effect.fail(Failed.problem("The server failed. Its log says why.", {}))

const places: Readonly<Record<string, string>> = {
  Params: "address",
  Query: "query",
  Headers: "head",
  Payload: "body"
}
