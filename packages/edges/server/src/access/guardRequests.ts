import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { BadRequest, Forbidden, Unavailable } from "../api/problems.ts"

/** The names under which a server is reached. */
export interface OwnNames {
  /** The values of `Host` that are answered, in lower case. Any name of this machine if absent. */
  readonly hosts?: ReadonlySet<string>
  /** The values of `Origin` that are answered besides the server's own. */
  readonly origins?: ReadonlySet<string>
}

/**
 * Refuses requests that a page of another site could have sent, before anything else reads them, and gives each answer a
 * request id. A foreign `Host` is a name that was made to point at this machine.
 */
export const guardRequests = (own: OwnNames & { readonly isReady: () => boolean }) =>
  HttpRouter.middleware(
    (answer) =>
      Effect.gen(function* () {
        const { headers, url } = yield* HttpServerRequest.HttpServerRequest
        const fault = findFault(headers, url, own) ?? (own.isReady() || isProbe(url) ? undefined : stopping)
        const response = fault ?? (yield* answer)
        return HttpServerResponse.setHeaders(response, {
          ...headersFor(response.status),
          "x-request-id": randomUUID(),
          "cache-control": "no-store",
          "x-content-type-options": "nosniff"
        })
      }),
    { global: true }
  )

const findFault = (headers: Readonly<Record<string, string>>, url: string, { hosts, origins }: OwnNames) => {
  const host = headers.host?.toLowerCase() ?? ""
  if (hosts === undefined ? !localHost.test(host) : !hosts.has(host))
    return Forbidden.respond("The Host header names another server.", {})
  const origin = headers.origin
  const isOwn = origin === undefined || isOriginOf(host, origin.toLowerCase()) || origins?.has(origin) === true
  if (!isOwn || headers["sec-fetch-site"] === "cross-site")
    return Forbidden.respond("The request comes from a page of another site.", {})
  // Addresses end up in logs and histories, so a token must not be part of one.
  if (/[?&](?:access_)?token=/i.test(url))
    return BadRequest.respond("A token does not belong in the address. Send it in the Authorization header.", {})
  return undefined
}

/** Whether a request asks how the server is. */
const isProbe = (url: string): boolean => /^\/(?:health|ready)(?:\?|$)/.test(url)

const stopping = Unavailable.respond("The server is about to stop.", {})

/** Returns the headers that belong to a status. */
const headersFor = (status: number): Record<string, string> => {
  if (status === 401) return { "www-authenticate": "Bearer" }
  return status === 429 || status === 503 ? { "retry-after": "1" } : {}
}

const isOriginOf = (host: string, origin: string) => origin === `http://${host}` || origin === `https://${host}`

// Exact texts: a URL parser would also accept "0x7f.1" and "evil@localhost".
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
