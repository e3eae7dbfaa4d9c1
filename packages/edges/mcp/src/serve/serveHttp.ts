import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader
} from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import { GateServer, goneName } from "./GateServer.ts"
import { listChanges } from "./listChanges.ts"
import type { McpCaller } from "./McpCaller.ts"
import type { HttpOptions, HttpServing } from "./ServeOptions.ts"
import { callerOfTokens } from "./tokens.ts"

/**
 * Serves any number of clients over streamable HTTP, on the loopback interface. A request is served if its `Host` and `Origin` are of
 * this machine, and its bearer token is known. The protocol has no connections here: the calls of one token are one session, until
 * the server closes.
 */
export const serveHttp = async (options: HttpOptions): Promise<HttpServing> => {
  const callerOf = callerOfTokens(options.tokens)
  const gate = new GateServer(options)
  const callers = new Map(options.tokens.map(({ caller }) => [caller.name, caller]))
  const id = randomUUID()
  const sessionOf = ({ name }: McpCaller) => `mcp-${name}-${id}`
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = callers.get(authInfo?.clientId ?? "")
      if (caller === undefined) throw new Error("A request came past the check of its token.")
      return gate.serverFor({ caller, session: () => sessionOf(caller) })
    },
    {
      maxSubscriptions,
      maxRequestBodySize: longestBody,
      onerror: ({ message }) =>
        Effect.runForkWith(options.gate)(Effect.logDebug(`A request of an MCP client was not served: ${message}`))
    }
  )
  const serve = toNodeHandler(handler, { maxRequestBodySize: longestBody })
  const changes = await listChanges(options, (list) => handler.notify[`${list}Changed`]())
  /** The requests that are open, and whether each of them ends with an answer: a subscription does not. */
  const open = new Map<ServerResponse, boolean>()
  let drained = () => {}

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request)
    const caller = callerOf(request.headers.authorization)
    if (refusal !== undefined) refuse(response, ...refusal)
    else if (caller === undefined) refuse(response, 401, "A bearer token that is known here is needed.")
    else if (open.size >= mostRequests) refuse(response, 503, "Too many requests are open; try again later.")
    else {
      const gone = new AbortController()
      const isCall = request.headers["mcp-method"] !== "subscriptions/listen"
      open.set(response, isCall)
      response.once("close", () => {
        open.delete(response)
        if (!response.writableFinished) gone.abort()
        if (![...open.values()].includes(true)) drained()
      })
      // The token itself is nobody's business from here on.
      const auth = { token: "", clientId: caller.name, scopes: [], extra: { [goneName]: gone.signal } }
      void serve(Object.assign(request, { auth }) as Parameters<typeof serve>[0], response)
    }
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, answer)
  server.maxConnections = 2 * mostRequests
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve)
  }).catch(async (error) => {
    await changes.close()
    throw error
  })
  const closed = new Promise<void>((resolve) => void server.once("close", resolve))
  const close = async () => {
    if (!server.listening) return closed
    server.close()
    await changes.close()
    const answered = new Promise<void>((resolve) => {
      drained = resolve
      setTimeout(resolve, longestDrain).unref()
    })
    await Promise.all([...callers.values()].map((caller) => gate.endSession(sessionOf(caller))))
    if ([...open.values()].includes(true)) await answered
    await handler.close()
    server.closeAllConnections()
    return closed
  }
  options.signal?.addEventListener("abort", () => void close(), { once: true })
  if (options.signal?.aborted === true) await close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? options.port}${path}`, close }
}

const path = "/mcp"
const longestBody = 4 * 1024 * 1024
const mostRequests = 256
const maxSubscriptions = 64

/** The time in which clients can take the answers to calls that end with the server, in milliseconds. */
const longestDrain = 1_000

/** Returns why a request is refused whoever makes it: its status, and a sentence. */
const refusalOf = ({ headers, url = "" }: IncomingMessage): readonly [number, string] | undefined => {
  if (!validateHostHeader(headers.host, localhostAllowedHostnames()).ok)
    return [403, "The Host is not of this machine."]
  if (!validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok)
    return [403, "The Origin is not of this machine."]
  // Addresses are kept in logs and histories, where a token has no place.
  if (url.includes("?")) return [400, "The address takes no parameters; a token belongs into the Authorization header."]
  return url === path ? undefined : [404, `Nothing is served here but ${path}.`]
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } })
  const headers = {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {})
  }
  response.writeHead(status, headers).end(body)
}
