import type { Socket } from "node:net"
import type { HttpAnswer } from "./HttpAnswer.ts"
import { HttpFault } from "./HttpFault.ts"
import type { HttpRequest, SendOptions } from "./HttpRequest.ts"
import { readAnswer } from "./readAnswer.ts"

/**
 * Sends a request over a new connection and returns the response without following redirects. Rejects with an `HttpFault`, and immediately
 * when the signal is aborted.
 */
export const send = async (request: HttpRequest, options: SendOptions): Promise<HttpAnswer> => {
  const { connect, signal } = options
  // Loaded lazily: Node's client is slow to load, and most programs never send a request.
  const client = request.url.scheme === "https:" ? await import("node:https") : await import("node:http")
  if (connect === undefined) return exchanged(client, request, options)
  const socket = await connect(request.url, signal).catch((cause: unknown) => {
    if (cause instanceof HttpFault) throw cause
    if (signal.aborted) throw new HttpFault("unsent", stopped, cause)
    throw new HttpFault("unsent", reasonOf(cause), cause)
  })
  return exchanged(client, request, options, socket)
}

type Client = Pick<typeof import("node:http"), "request"> | Pick<typeof import("node:https"), "request">

/** Most interim responses, such as 103. */
const mostInterim = 32

const stopped = "It was stopped before an answer."

const exchanged = (
  client: Client,
  { method, url, target, headers, body }: HttpRequest,
  { signal, mostBytes, tooLong = "refused" }: SendOptions,
  connected?: Socket
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    let isSent = connected !== undefined
    let isAnswered = false
    const settle = (settled: () => void) => {
      signal.removeEventListener("abort", abort)
      settled()
      request.destroy()
    }
    const fail = (state: HttpFault["state"], message: string, cause?: unknown) =>
      settle(() => reject(new HttpFault(state, message, cause)))
    const lose = (message: string, cause?: unknown) => fail(isSent ? "lost" : "unsent", message, cause)
    const abort = () => lose(stopped)
    const request = client.request({
      // A pooled agent could reuse a connection that the server is about to close.
      ...(connected === undefined ? { agent: false } : { createConnection: () => connected }),
      host: url.host.replace(/^\[|\]$/g, ""),
      port: url.port,
      method,
      path: target,
      headers: body === undefined ? headers : { ...headers, "Content-Length": Buffer.byteLength(body) },
      rejectUnauthorized: true,
      insecureHTTPParser: false
    })
    request.on("socket", (socket) => {
      socket.once(url.scheme === "https:" ? "secureConnect" : "connect", () => {
        isSent = true
      })
    })
    let interim = 0
    request.on("information", () => {
      interim += 1
      if (interim > mostInterim) lose("It answered with one interim answer after the other.")
    })
    request.on("error", (cause) => lose(reasonOf(cause), cause))
    request.on("close", () => {
      // Once the response has started, its own events report the end: decompression may outlast the connection.
      if (!isAnswered) lose("The connection was closed before an answer.")
    })
    request.on("response", (response) => {
      isAnswered = true
      readAnswer(response, { mostBytes, tooLong }, { done: (answer) => settle(() => resolve(answer)), fail, lose })
    })
    signal.addEventListener("abort", abort, { once: true })
    if (signal.aborted) return abort()
    request.end(body)
  })

/** Describes why a connection failed. */
const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if (code.startsWith("HPE_") && code !== "HPE_HEADER_OVERFLOW")
    return `It answered with something that is not HTTP (${code}).`
  return reasons.get(code) ?? `The connection failed${code === "" ? "" : ` (${code})`}.`
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "Nothing accepts connections there (ECONNREFUSED)."],
  ["ENOTFOUND", "There is no such host (ENOTFOUND)."],
  ["EAI_AGAIN", "The name of the host could not be looked up (EAI_AGAIN)."],
  ["ECONNRESET", "The connection was closed before an answer (ECONNRESET)."],
  ["HPE_HEADER_OVERFLOW", "It answered with too many headers."]
])
