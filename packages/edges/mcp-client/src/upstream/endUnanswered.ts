import { AsyncLocalStorage } from "node:async_hooks"
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

/** A request that is under way. */
interface Exchange {
  isAnswered: boolean
  /** Whether the answer comes in a stream, which goes on when the request has been sent. */
  isStream: boolean
}

const exchanges = new AsyncLocalStorage<Exchange>()

/** Returns a `fetch` that says of each request of `endUnanswered` whether its answer is a stream. */
export const notingStreams =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const exchange = exchanges.getStore()
    if (exchange !== undefined) exchange.isStream = isStream(response)
    return response
  }

export const isStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

/**
 * Calls `end` when a server is done with the request of a call by HTTP, and has not answered it: it accepted the request and said no more, it ended
 * the stream, or it answered another one. The SDK would go on waiting. The transport's `fetch` has to be `notingStreams`.
 */
export const endUnanswered = (transport: StreamableHTTPClientTransport, end: (why: string) => void): void => {
  const open = new Map<unknown, Exchange>()
  const send = transport.send.bind(transport)
  const heard = transport.onmessage
  transport.onmessage = (message) => {
    const exchange = "method" in message ? undefined : open.get(message.id)
    if (exchange !== undefined) exchange.isAnswered = true
    heard?.(message)
  }
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !("id" in message) || !("method" in message) || !watched.has(message.method))
      return send(message, options)
    const exchange: Exchange = { isAnswered: false, isStream: false }
    open.set(message.id, exchange)
    const over = () => {
      open.delete(message.id)
      if (!exchange.isAnswered && options?.requestSignal?.aborted !== true) end(unanswered)
    }
    const onRequestStreamEnd = () => {
      over()
      options?.onRequestStreamEnd?.()
    }
    try {
      await exchanges.run(exchange, () => send(message, { ...options, onRequestStreamEnd }))
    } catch (cause) {
      open.delete(message.id)
      throw cause
    }
    if (!exchange.isStream) over()
  }
}

/** The requests of calls. All others have a time limit of their own, or are not answered at all. */
const watched = new Set(["tools/call", "resources/read", "prompts/get", "completion/complete"])

const unanswered = "It ended its answer to a request before it had answered the request."
