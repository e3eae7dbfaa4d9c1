import { randomUUID } from "node:crypto"
import { createMcpHandler, isLegacyRequest, type McpHttpHandler, type Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import { goneName } from "./ClientCalls.ts"
import { GateServer } from "./GateServer.ts"
import { HttpSessions } from "./HttpSessions.ts"
import { listChanges } from "./listChanges.ts"
import type { McpCaller } from "./McpCaller.ts"
import type { ServeOptions } from "./ServeOptions.ts"

/** The options of `openMcpEndpoint`. */
export interface EndpointOptions extends ServeOptions {
  /** The most subscriptions of one caller. Default: 64. */
  readonly subscriptions?: number
}

/** A request that an HTTP server has checked: its headers, its body, and whose token it has. */
export interface McpRequest {
  /** The method, the address and the headers, without the body. */
  readonly request: Request
  /** The parsed body. `undefined` without a body. */
  readonly body: unknown
  /** The caller of the token. Each token has one object, because callers are told apart by identity. */
  readonly caller: McpCaller
  /** Aborts if the client disconnects before its answer is complete. */
  readonly gone: AbortSignal
  /** Resolves once the answer is written, or its client is gone. */
  readonly over: Promise<void>
}

/** A gate as an MCP endpoint of an HTTP server. All calls of a caller share one session of the gate. */
export interface McpEndpoint {
  readonly serve: (given: McpRequest) => Promise<Response>
  /** Ends all calls, waits until their answers are written, and then ends all streams. */
  readonly close: () => Promise<void>
}

/** Opens an endpoint. */
export const openEndpoint = async (options: EndpointOptions): Promise<McpEndpoint> => {
  const gate = new GateServer(options)
  const callers = new Map<McpCaller, EndpointCaller>()
  const sessions = new HttpSessions()
  const callerFor = (caller: McpCaller): EndpointCaller => {
    const known = callers.get(caller)
    if (known !== undefined) return known
    const session = `mcp-${caller.name}-${randomUUID()}`
    const createServer = () => gate.serverFor({ caller, session: () => session })
    const handler = createMcpHandler(createServer, {
      legacy: "reject",
      maxSubscriptions: options.subscriptions ?? usualSubscriptions,
      onerror: ({ message }) =>
        Effect.runForkWith(options.gate)(Effect.logDebug(`A request of an MCP client was not served: ${message}`))
    })
    const made = { session, createServer, handler }
    callers.set(caller, made)
    return made
  }
  const changes = await listChanges(options, (list) => {
    for (const { handler } of callers.values()) handler.notify[`${list}Changed`]()
    sessions.changed(list)
  })
  let answering = 0
  let drained = () => {}
  const serve = async ({ request, body, caller, gone, over }: McpRequest): Promise<Response> => {
    const { session, createServer, handler } = callerFor(caller)
    // A subscription does not end with an answer.
    if (request.method === "POST" && request.headers.get("mcp-method") !== "subscriptions/listen") {
      answering++
      void over.then(() => --answering === 0 && drained())
    }
    // The token is not passed on.
    const authInfo = { token: "", clientId: session, scopes: [], extra: { [goneName]: gone } }
    // The SDK checks the rest of the request against this header.
    return request.headers.get("mcp-protocol-version") !== newest && (await isLegacyRequest(request, body))
      ? sessions.serve(request, { caller, createServer, authInfo, body, over })
      : handler.fetch(request, { authInfo, parsedBody: body })
  }
  const close = async () => {
    await changes.close()
    const answered = new Promise<void>((resolve) => {
      drained = resolve
      setTimeout(resolve, longestDrain).unref()
    })
    await Promise.all([...callers.values()].map(({ session }) => gate.endSession(session)))
    if (answering > 0) await answered
    await Promise.all([...[...callers.values()].map(({ handler }) => handler), sessions].map((one) => one.close()))
  }
  return { serve, close }
}

interface EndpointCaller {
  /** The caller's session of the gate. */
  readonly session: string
  readonly createServer: () => Server
  readonly handler: McpHttpHandler
}

const newest = "2026-07-28"
const usualSubscriptions = 64

/** The time in which clients can fetch the answers to calls that end with the server, in milliseconds. */
const longestDrain = 1_000
