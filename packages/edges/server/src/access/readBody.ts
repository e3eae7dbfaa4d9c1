import { InvalidJson, readJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { BadRequest, TooLarge, UnsupportedType } from "../api/problems.ts"

/** Reads the JSON body of a plain route. Duplicate keys and text that is nested too deep are refused. */
export const readBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<unknown, typeof BadRequest.Type | typeof TooLarge.Type | typeof UnsupportedType.Type> => {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json") return Effect.fail(UnsupportedType.problem("Send the body as application/json.", {}))
  return request.text.pipe(
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? TooLarge.problem("The body is longer than this server accepts.", {})
        : BadRequest.problem("The body could not be read.", {})
    ),
    Effect.flatMap((text) =>
      Effect.try({
        try: () => readJson(text),
        catch: (cause) =>
          BadRequest.problem(
            `The body cannot be read as JSON${cause instanceof InvalidJson ? `: ${cause.message}` : ""}.`,
            {}
          )
      })
    )
  )
}
