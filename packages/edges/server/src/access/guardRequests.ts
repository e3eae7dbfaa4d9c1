import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as ProblemDetails from "effect/http/ProblemDetails"
import { BadRequest, Forbidden, Unavailable, UnsupportedType } from "../api/problems.ts"
import { respondWith } from "../handlers/respondWith.ts"

/** The names under which a server is reached. */
export interface OwnNames {
  /**
   * The values of `Host` that are answered, in lower case, or `"address"`: only the address that the server listens at.
   * Any name of this machine if absent.
   */
  readonly hosts?: ReadonlySet<string> | "address"
  /** The values of `Origin` that are answered besides the server's own. */
  readonly origins?: ReadonlySet<string>
}

/** The names and the state of a server, as the guard sees them. */
interface ServerIdentity extends OwnNames {
  /** The address that the server listens at. */
  readonly address: string
  /** False once the server is about to stop. */
  readonly isReady: () => boolean
}

/** A part of a server whose refusals have a form of their own. */
export interface Door {
  /** The path of the door. The paths below it belong to it as well. */
  readonly path: string
  readonly refuse: (problem: ProblemDetails.ProblemDetails) => HttpServerResponse.HttpServerResponse
  /** True if a link of another site may lead to it, because a GET shows nothing of the gate. */
  readonly takesLinks?: boolean
}

/**
 * Refuses requests that a page of another site could have sent, or that a proxy could read in another way, before
 * anything else reads them, and gives each answer a request id.
 */
export const guardRequests = (own: ServerIdentity, doors: ReadonlyArray<Door> = []) =>
  HttpRouter.middleware(
    (answer) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const door = doors.find(({ path }) => isBelow(path, request.url))
        const fault =
          findFault(request, own) ??
          findForeignSite(request, own, door) ??
          (own.isReady() || isProbe(request.url) ? undefined : stopping)
        const response = fault === undefined ? yield* answer : (door?.refuse ?? respondWith)(fault)
        return HttpServerResponse.setHeaders(response, {
          ...headersFor(response.status),
          "x-request-id": randomUUID(),
          "cache-control": "no-store",
          "x-content-type-options": "nosniff"
        })
      }),
    { global: true }
  )

const findFault = (request: HttpServerRequest.HttpServerRequest, { hosts, address }: ServerIdentity) => {
  const { headers, url } = request
  const { headersDistinct } = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
  const twice = unambiguous.find((name) => (headersDistinct[name]?.length ?? 0) > 1)
  if (twice !== undefined) return BadRequest.problem(`The header "${twice}" occurs twice.`, {})
  // A foreign name was made to point at this machine.
  if (!isOwnHost(getHost(request), hosts, address))
    return Forbidden.problem("The Host header names another server.", {})
  // Addresses end up in logs and histories, so a token must not be part of one.
  if (/[?&](?:access_)?token=/i.test(url))
    return BadRequest.problem("A token does not belong in the address. Send it in the Authorization header.", {})
  if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? ""))
    return UnsupportedType.problem("The body must not have a content encoding.", {})
  return undefined
}

/** Returns the fault of a request that a page of another site has sent. */
const findForeignSite = (
  request: HttpServerRequest.HttpServerRequest,
  { origins }: OwnNames,
  door: Door | undefined
) => {
  const { method, headers } = request
  const { origin, "sec-fetch-site": site } = headers
  if (origin !== undefined && origins?.has(origin) === true) return undefined
  const isOwn = origin === undefined || isOriginOf(getHost(request), origin.toLowerCase())
  const isLink = door?.takesLinks === true && method === "GET"
  return isOwn && (isLink || site === undefined || site === "same-origin" || site === "none")
    ? undefined
    : Forbidden.problem("The request comes from a page of another site.", {})
}

/**
 * Whether a browser says that a page of this server sent the request, or a person by the address. Only such requests may
 * be done with a right that the browser or a proxy adds by itself.
 */
export const isOwnPage = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const { origin, "sec-fetch-site": site } = request.headers
  const isOwnSite = site === "same-origin" || site === "none"
  if (origin === undefined) return isOwnSite && (request.method === "GET" || request.method === "HEAD")
  return isOriginOf(getHost(request), origin.toLowerCase()) && (isOwnSite || site === undefined)
}

const getHost = ({ headers }: HttpServerRequest.HttpServerRequest): string => headers.host?.toLowerCase() ?? ""

const isOwnHost = (host: string, hosts: OwnNames["hosts"], address: string): boolean => {
  if (hosts === "address") return new URL(address).host === host
  return hosts === undefined ? localHost.test(host) && URL.canParse(`http://${host}`) : hosts.has(host)
}

/** Whether a request asks how the server is. */
const isProbe = (url: string): boolean => /^\/(?:health|ready)(?:\?|$)/.test(url)

const stopping = Unavailable.problem("The server is about to stop.", {})

/** Returns the headers that belong to a status. */
const headersFor = (status: number): Record<string, string> => {
  if (status === 401) return { "www-authenticate": "Bearer" }
  return status === 429 || status === 503 ? { "retry-after": "1" } : {}
}

const isOriginOf = (host: string, origin: string) => origin === `http://${host}` || origin === `https://${host}`

const isBelow = (path: string, url: string) => url.startsWith(path) && /^(?:$|[/?])/.test(url.slice(path.length))

// A proxy may use the other of two headers.
const unambiguous = [
  "host",
  "origin",
  "authorization",
  "content-type",
  "content-encoding",
  "idempotency-key",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name"
]

// Exact texts: a URL parser would also accept "0x7f.1" and "evil@localhost".
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
