import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, isLegacyRequest, type McpHandlerRequestOptions } from "@modelcontextprotocol/server"
import { InvalidJson, readJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import { boundConnections } from "../http/boundConnections.ts"
import { goneName } from "./ClientCalls.ts"
import { GateServer } from "./GateServer.ts"
import { HttpSessions, responseName } from "./HttpSessions.ts"
import { listChanges } from "./listChanges.ts"
import type { McpCaller } from "./McpCaller.ts"
import { methods, path, refuseRequest } from "./refuseRequest.ts"
import type { HttpOptions, HttpServing } from "./ServeOptions.ts"
import { createCallerLookup } from "./tokens.ts"

/**
 * Serves clients over streamable HTTP on the loopback interface. A request needs a `Host` and `Origin` of this machine,
 * and a known bearer token. All calls of a token share one session of the gate, across connections and protocol
 * sessions.
 */
export const serveHttp = async (options: HttpOptions): Promise<HttpServing> => {
  const callerOf = createCallerLookup(options.tokens)
  const gate = new GateServer(options)
  const callers = options.tokens.map(({ caller }) => caller)
  const id = randomUUID()
  const sessionOf = ({ name }: McpCaller) => `mcp-${name}-${id}`
  const serverFor = (caller: McpCaller) => gate.serverFor({ caller, session: () => sessionOf(caller) })
  const sessions = new HttpSessions(serverFor)
  // Open requests of one caller cannot use up another's share.
  const share = Math.max(leastRequests, Math.floor(mostRequests / callers.length))
  const handlerFor = (caller: McpCaller) =>
    createMcpHandler(() => serverFor(caller), {
      legacy: "reject",
      maxSubscriptions: Math.floor(share / 4),
      maxRequestBodySize: longestBody,
      onerror: ({ message }) =>
        Effect.runForkWith(options.gate)(Effect.logDebug(`A request of an MCP client was not served: ${message}`))
    })
  const known = new Map(callers.map((caller) => [caller.name, { caller, handler: handlerFor(caller) }]))
  const handlers = [...known.values()].map(({ handler }) => handler)
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 })
  const connections = boundConnections(server, 2 * share * callers.length)
  const fetch = async (request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> => {
    const response = await answerTo(request, options)
    // Closes idle connections early to leave room for new ones.
    if (connections.count() > mostRequests) response.headers.set("connection", "close")
    return response
  }
  const answerTo = async (request: Request, { authInfo }: McpHandlerRequestOptions): Promise<Response> => {
    const by = known.get(authInfo?.clientId ?? "")
    if (authInfo === undefined || by === undefined) throw new Error("A request was not authenticated.")
    const body = await bodyOf(request)
    if (body instanceof Response) return body
    // The SDK checks the rest of the request against this header.
    return request.headers.get("mcp-protocol-version") !== newest && (await isLegacyRequest(request, body))
      ? sessions.serve(request, { caller: by.caller, authInfo, body })
      : by.handler.fetch(request, { authInfo, parsedBody: body })
  }
  const serve = toNodeHandler({ fetch }, { maxRequestBodySize: longestBody })
  const changes = await listChanges(options, (list) => {
    for (const { notify } of handlers) notify[`${list}Changed`]()
    sessions.changed(list)
  })
  const open = new Map<ServerResponse, OpenRequest>()
  const isAnswering = () => [...open.values()].some(({ isCall }) => isCall)
  let drained = () => {}

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseRequest(request)
    const caller = callerOf(request.headers.authorization)
    if (refusal !== undefined) refuse(response, ...refusal)
    else if (caller === undefined) refuse(response, 401, "This request needs a valid bearer token.")
    else if ([...open.values()].filter((one) => one.caller === caller).length >= share)
      refuse(response, 503, "Too many requests are open; try again later.")
    else {
      const gone = new AbortController()
      const isCall = request.method === "POST" && request.headers["mcp-method"] !== "subscriptions/listen"
      open.set(response, { caller, isCall })
      connections.use(response)
      response.once("close", () => {
        open.delete(response)
        if (!response.writableFinished) gone.abort()
        if (!isAnswering()) drained()
      })
      // The token is not passed on.
      const auth = {
        token: "",
        clientId: caller.name,
        scopes: [],
        extra: { [goneName]: gone.signal, [responseName]: response }
      }
      void serve(Object.assign(request, { auth }) as Parameters<typeof serve>[0], response)
    }
  }

  server.on("request", answer)
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
    await Promise.all(callers.map((caller) => gate.endSession(sessionOf(caller))))
    if (isAnswering()) await answered
    await Promise.all([...handlers, sessions].map((one) => one.close()))
    server.closeAllConnections()
    return closed
  }
  options.signal?.addEventListener("abort", () => void close(), { once: true })
  if (options.signal?.aborted === true) await close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? options.port}${path}`, close }
}

interface OpenRequest {
  readonly caller: McpCaller
  /** Whether the request ends with an answer. A subscription does not. */
  readonly isCall: boolean
}

const newest = "2026-07-28"
const longestBody = 4 * 1024 * 1024

/** The limit for open requests. Callers share it, with a guaranteed minimum each. */
const mostRequests = 256
const leastRequests = 32

/** The time in which clients can fetch the answers to calls that end with the server, in milliseconds. */
const longestDrain = 1_000

/** Returns the parsed body of a request, or an error answer if it is not JSON. */
const bodyOf = async (request: Request): Promise<unknown> => {
  if (request.method !== "POST") return undefined
  try {
    return readJson(await request.text())
  } catch (cause) {
    const why = cause instanceof InvalidJson ? `: ${cause.message}` : ""
    const error = { code: -32_700, message: `The body cannot be read as JSON${why}.` }
    return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 })
  }
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } })
  const headers = {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 405 ? { allow: methods.join(", ") } : {})
  }
  response.writeHead(status, headers).end(body)
}
