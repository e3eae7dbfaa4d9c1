import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Reads the posted form. Returns `undefined` if the body is not a form, repeats a field, or is too long. */
export const readForm = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<URLSearchParams | undefined> => {
  if (request.headers["content-type"] !== "application/x-www-form-urlencoded") return Effect.succeed(undefined)
  return request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, longestForm),
    Effect.map((text) => {
      const form = new URLSearchParams(text)
      // With two decisions, the intended one is unknown.
      return new Set(form.keys()).size < form.size ? undefined : form
    }),
    Effect.orElseSucceed(() => undefined)
  )
}

const longestForm = ByteSize.kibibytes(16)
