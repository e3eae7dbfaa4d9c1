import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import {
  type AuthInfo,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import type { ChangedList } from "./listChanges.ts"
import type { McpCaller } from "./McpCaller.ts"

/** The name of the response to a request, among what the HTTP edge says of it. */
export const responseName = "toolgate/response"

/** A request of a client whose token is known. */
export interface SessionRequest {
  readonly caller: McpCaller
  readonly authInfo: AuthInfo
  /** The body, parsed; `undefined` if the request has none. */
  readonly body: unknown
}

/**
 * The sessions of clients over HTTP that speak a revision before 2026-07-28: there, a client can be asked, and can cancel a call, only
 * within a session. An id is random, and is good with the token that it was given to and no other. A session has no part in any
 * verdict: the calls of a token belong together whichever session they come in.
 */
export class HttpSessions {
  private readonly sessions = new Map<string, HttpSession>()
  private readonly serverFor: (caller: McpCaller) => Server

  constructor(serverFor: (caller: McpCaller) => Server) {
    this.serverFor = serverFor
  }

  /** Serves a request in its session. A request to begin one opens it. */
  async serve(request: Request, given: SessionRequest): Promise<Response> {
    const id = request.headers.get("mcp-session-id")
    if (id === null)
      return isInitializeRequest(given.body)
        ? this.open(request, given)
        : refusal(400, "A session is needed here: send initialize first, and its Mcp-Session-Id with each request.")
    const session = this.sessions.get(id)
    // Whether the id is another's or nobody's is not said.
    if (session === undefined || session.caller !== given.caller)
      return refusal(404, "There is no such session. Send initialize to begin another.")
    return session.serve(request, given)
  }

  /** Tells the clients that listen that a list has changed. */
  changed(list: ChangedList): void {
    const method = `notifications/${list}/list_changed` as const
    for (const { server } of this.sessions.values()) server.notification({ method }).catch(() => {})
  }

  /** Ends all sessions, and their calls. */
  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.close()))
  }

  private async open(request: Request, given: SessionRequest): Promise<Response> {
    const { caller } = given
    const own = [...this.sessions.values()].filter((session) => session.caller === caller)
    const isFull = own.length >= mostOfCaller
    // The first is the one whose last request was the longest ago.
    const idle = isFull ? own.find(({ isIdle }) => isIdle) : undefined
    if (isFull && idle === undefined) return refusal(503, "Too many sessions are open. End one, or try again later.")
    if (idle !== undefined) this.sessions.delete(idle.id)
    const session = new HttpSession(caller, this.serverFor(caller), {
      ended: ({ id }) => void this.sessions.delete(id),
      used: ({ id }) => {
        if (this.sessions.delete(id)) this.sessions.set(id, session)
      }
    })
    this.sessions.set(session.id, session)
    await idle?.close()
    await session.connect()
    const response = await session.serve(request, given)
    if (!response.ok) await session.close()
    return response
  }
}

interface SessionEvents {
  readonly used: (session: HttpSession) => void
  readonly ended: (session: HttpSession) => void
}

/** A session of one client. */
class HttpSession {
  readonly id = randomUUID()
  readonly caller: McpCaller
  readonly server: Server
  private readonly transport: WebStandardStreamableHTTPServerTransport
  private readonly used: SessionEvents["used"]
  /** The requests that are not answered yet, the stream on which the client listens among them. */
  private openRequests = 0
  private idle: NodeJS.Timeout | undefined = undefined
  /** The ids of requests that have no answer yet. The SDK would answer only the last one of an id. */
  private readonly unanswered = new Set<string | number>()

  constructor(caller: McpCaller, server: Server, { used, ended }: SessionEvents) {
    this.caller = caller
    this.server = server
    this.used = used
    this.transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => this.id })
    server.onclose = () => {
      clearTimeout(this.idle)
      ended(this)
    }
  }

  get isIdle(): boolean {
    return this.openRequests === 0
  }

  async connect(): Promise<void> {
    const { server, transport } = this
    await server.connect(transport)
    const deliver = transport.onmessage
    transport.onmessage = (message, extra) => {
      deliver?.(message, extra)
      // The SDK does not answer what was cancelled, and would keep its stream for as long as the client does.
      const id = cancelledBy(message)
      if (id === undefined) return
      transport.closeSSEStream(id)
      this.unanswered.delete(id)
    }
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      try {
        await send(message, options)
      } finally {
        if (isJSONRPCResponse(message) && message.id !== undefined) this.unanswered.delete(message.id)
      }
    }
  }

  async serve(request: Request, { authInfo, body }: SessionRequest): Promise<Response> {
    const ids = [body].flat().flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []))
    if (new Set(ids).size < ids.length || ids.some((id) => this.unanswered.has(id)))
      return refusal(400, "A request with this id is not answered yet.")
    for (const id of ids) this.unanswered.add(id)
    this.openRequests++
    this.used(this)
    clearTimeout(this.idle)
    const response = authInfo.extra?.[responseName] as ServerResponse
    response.once("close", () => this.answered())
    const parsed = body === undefined ? {} : { parsedBody: body }
    const answer = await this.transport.handleRequest(request, { authInfo, ...parsed })
    if (!answer.ok) for (const id of ids) this.unanswered.delete(id)
    return answer
  }

  close(): Promise<void> {
    return this.server.close()
  }

  private answered(): void {
    if (--this.openRequests > 0) return
    this.idle = setTimeout(() => void this.close(), idleMs).unref()
  }
}

const cancelledBy = (message: JSONRPCMessage): string | number | undefined =>
  isJSONRPCNotification(message) && message.method === "notifications/cancelled"
    ? (message.params?.requestId as string | number | undefined)
    : undefined

const refusal = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: status === 404 ? -32_001 : -32_000, message } }, { status })

/** The number of sessions that one token may have. */
const mostOfCaller = 16

/** The time after which a session in which nothing was asked is closed, in milliseconds. */
const idleMs = 30 * 60_000
