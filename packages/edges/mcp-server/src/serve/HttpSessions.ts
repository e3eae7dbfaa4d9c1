import { randomUUID } from "node:crypto"
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

/** A request of an authenticated client. */
export interface SessionRequest {
  readonly caller: McpCaller
  /** Creates the server of a new session. */
  readonly createServer: () => Server
  readonly authInfo: AuthInfo
  /** The parsed body; `undefined` without a body. */
  readonly body: unknown
  /** Resolves once the answer is written, or its client is gone. */
  readonly over: Promise<void>
}

/**
 * The HTTP sessions of clients with a revision before 2026-07-28, in which questions and cancellation need a session. A
 * session's id is random and bound to its token. Sessions do not affect verdicts: the calls of a token belong together
 * in every session.
 */
export class HttpSessions {
  private readonly sessions = new Map<string, HttpSession>()

  /** Serves a request in its session. An `initialize` request opens a session. */
  async serve(request: Request, given: SessionRequest): Promise<Response> {
    const id = request.headers.get("mcp-session-id")
    if (id === null)
      return isInitializeRequest(given.body)
        ? this.open(request, given)
        : refusal(400, "This request needs a session: send initialize first, and its Mcp-Session-Id with each request.")
    const session = this.sessions.get(id)
    // The answer does not reveal whether the id exists.
    if (session === undefined || session.caller !== given.caller)
      return refusal(404, "Unknown session. Send initialize to start a new one.")
    return session.serve(request, given)
  }

  /** Notifies subscribed clients that a list has changed. */
  changed(list: ChangedList): void {
    const method = `notifications/${list}/list_changed` as const
    for (const { server } of this.sessions.values()) server.notification({ method }).catch(() => {})
  }

  /** Ends all sessions and their calls. */
  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.close()))
  }

  private async open(request: Request, given: SessionRequest): Promise<Response> {
    const { caller, createServer } = given
    const own = [...this.sessions.values()].filter((session) => session.caller === caller)
    const isFull = own.length >= mostOfCaller
    // The sessions are sorted by their last request, oldest first.
    const idle = isFull ? own.find(({ isIdle }) => isIdle) : undefined
    if (isFull && idle === undefined) return refusal(503, "Too many sessions are open. End one, or try again later.")
    if (idle !== undefined) this.sessions.delete(idle.id)
    const session = new HttpSession(caller, createServer(), {
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

class HttpSession {
  readonly id = randomUUID()
  readonly caller: McpCaller
  readonly server: Server
  private readonly transport: WebStandardStreamableHTTPServerTransport
  private readonly used: SessionEvents["used"]
  /** The number of unanswered requests, including the stream of notifications. */
  private openRequests = 0
  private idle: NodeJS.Timeout | undefined = undefined
  /** The ids of unanswered requests. With a repeated id, the SDK would answer only the last request. */
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
      // The SDK does not answer a cancelled request, and would leave its stream open.
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

  async serve(request: Request, { authInfo, body, over }: SessionRequest): Promise<Response> {
    const ids = [body].flat().flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []))
    if (new Set(ids).size < ids.length || ids.some((id) => this.unanswered.has(id)))
      return refusal(400, "A request with this id is not answered yet.")
    for (const id of ids) this.unanswered.add(id)
    this.openRequests++
    this.used(this)
    clearTimeout(this.idle)
    void over.then(() => this.answered())
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

/** The limit for sessions per token. */
const mostOfCaller = 16

/** The time after which an idle session is closed, in milliseconds. */
const idleMs = 30 * 60_000
