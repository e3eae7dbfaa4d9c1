import { AsyncLocalStorage } from "node:async_hooks"
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

interface Exchange {
  isAnswered: boolean
  /** Whether the answer is a stream, which stays open after the request was sent. */
  isStream: boolean
}

const exchanges = new AsyncLocalStorage<Exchange>()

/** Returns a `fetch` that records for `endUnanswered` which answers are streams. */
export const createStreamRecorder =
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
 * Calls `end` if a server finishes an HTTP request without answering it: it accepted the request without an answer,
 * closed the stream, or answered another request. The SDK would wait for ever. The transport must use `createStreamRecorder`
 * as its `fetch`.
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

/** The requests that belong to calls. All others have a timeout or need no answer. */
const watched = new Set(["tools/call", "resources/read", "prompts/get", "completion/complete"])

const unanswered = "It closed the stream of an answer before answering the request."
