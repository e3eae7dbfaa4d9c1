import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHandlerRequestOptions,
  validateHostHeader,
  validateOriginHeader
} from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import { goneName } from "./ClientCalls.ts"
import { GateServer } from "./GateServer.ts"
import { HttpSessions, responseName } from "./HttpSessions.ts"
import { listChanges } from "./listChanges.ts"
import type { McpCaller } from "./McpCaller.ts"
import type { HttpOptions, HttpServing } from "./ServeOptions.ts"
import { callerOfTokens } from "./tokens.ts"

/**
 * Serves any number of clients over streamable HTTP, on the loopback interface. A request is served if its `Host` and `Origin` are of
 * this machine, and its bearer token is known. The calls of one token are one session of the gate, until the server closes, whichever
 * connections or sessions of the protocol they come in.
 */
export const serveHttp = async (options: HttpOptions): Promise<HttpServing> => {
  const callerOf = callerOfTokens(options.tokens)
  const gate = new GateServer(options)
  const callers = new Map(options.tokens.map(({ caller }) => [caller.name, caller]))
  const id = randomUUID()
  const sessionOf = ({ name }: McpCaller) => `mcp-${name}-${id}`
  const known = (authInfo: McpHandlerRequestOptions["authInfo"]) => {
    const caller = callers.get(authInfo?.clientId ?? "")
    if (authInfo === undefined || caller === undefined) throw new Error("A request came past the check of its token.")
    return { caller, authInfo }
  }
  const serverFor = (caller: McpCaller) => gate.serverFor({ caller, session: () => sessionOf(caller) })
  const sessions = new HttpSessions(serverFor)
  const handler = createMcpHandler(({ authInfo }) => serverFor(known(authInfo).caller), {
    legacy: "reject",
    maxSubscriptions,
    maxRequestBodySize: longestBody,
    onerror: ({ message }) =>
      Effect.runForkWith(options.gate)(Effect.logDebug(`A request of an MCP client was not served: ${message}`))
  })
  const connections = new Set<Socket>()
  const fetch = async (request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> => {
    const response = await answerTo(request, options)
    // Connections that clients keep for later leave room for new ones, which would be dropped beyond the bound.
    if (connections.size > mostRequests) response.headers.set("connection", "close")
    return response
  }
  const answerTo = async (request: Request, options: McpHandlerRequestOptions): Promise<Response> => {
    // The SDK holds a request to its header. Any other has to be read first.
    if (request.headers.get("mcp-protocol-version") === newest) return handler.fetch(request, options)
    const body = await bodyOf(request)
    if (body instanceof Response) return body
    return (await isLegacyRequest(request, body))
      ? sessions.serve(request, { ...known(options.authInfo), body })
      : handler.fetch(request, { ...options, parsedBody: body })
  }
  const serve = toNodeHandler({ fetch }, { maxRequestBodySize: longestBody })
  const changes = await listChanges(options, (list) => {
    handler.notify[`${list}Changed`]()
    sessions.changed(list)
  })
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
      const isCall = request.method === "POST" && request.headers["mcp-method"] !== "subscriptions/listen"
      open.set(response, isCall)
      response.once("close", () => {
        open.delete(response)
        if (!response.writableFinished) gone.abort()
        if (![...open.values()].includes(true)) drained()
      })
      // The token itself is nobody's business from here on.
      const auth = {
        token: "",
        clientId: caller.name,
        scopes: [],
        extra: { [goneName]: gone.signal, [responseName]: response }
      }
      void serve(Object.assign(request, { auth }) as Parameters<typeof serve>[0], response)
    }
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, answer)
  server.maxConnections = 2 * mostRequests
  server.on("connection", (socket) => {
    connections.add(socket)
    socket.once("close", () => connections.delete(socket))
  })
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
    await Promise.all([handler.close(), sessions.close()])
    server.closeAllConnections()
    return closed
  }
  options.signal?.addEventListener("abort", () => void close(), { once: true })
  if (options.signal?.aborted === true) await close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? options.port}${path}`, close }
}

const path = "/mcp"
const newest = "2026-07-28"
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

/** Returns the body of a request, parsed, or the answer to one that is no JSON. */
const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.method !== "POST") return undefined
  try {
    return JSON.parse(await request.text())
  } catch {
    const error = { code: -32_700, message: "The body is no JSON." }
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 })
  }
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
