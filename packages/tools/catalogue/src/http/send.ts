import * as http from "node:http"
import * as https from "node:https"
import { createGunzip } from "node:zlib"
import type { UrlTemplate } from "./UrlTemplate.ts"

/** A request, complete. */
export interface HttpRequest {
  readonly method: string
  readonly url: Pick<UrlTemplate, "scheme" | "host" | "port">
  /** The path and the query, as they are sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** An answer, whole. */
export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly location: string | undefined
  readonly body: Buffer
}

/** An error about a request without a usable answer. */
export class HttpFault extends Error {
  /** `unsent`: nothing of the request was sent. `lost`: the connection ended before the answer did. `answered`: the answer is unusable. */
  readonly state: "unsent" | "lost" | "answered"

  constructor(state: HttpFault["state"], message: string, cause?: unknown) {
    super(message, { cause })
    this.state = state
  }
}

/**
 * Sends a request over a connection of its own, and returns the answer, wherever it leads: no redirect is followed. Rejects with an
 * `HttpFault` otherwise, and at once when the signal is aborted.
 */
export const send = (
  { method, url, target, headers, body }: HttpRequest,
  { signal, mostBytes }: { readonly signal: AbortSignal; readonly mostBytes: number }
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    let isSent = false
    let isAnswered = false
    const settle = (settled: () => void) => {
      signal.removeEventListener("abort", abort)
      settled()
      request.destroy()
    }
    const lose = (message: string, cause?: unknown) =>
      settle(() => reject(new HttpFault(isSent ? "lost" : "unsent", message, cause)))
    const abort = () => lose("It was stopped before an answer.")
    const request = (url.scheme === "https:" ? https : http).request({
      // An agent that is kept would send a request over a connection that the server may just be closing.
      agent: false,
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
    request.on("error", (cause) => lose(reasonOf(cause), cause))
    request.on("close", () => {
      // Once the answer has begun, its own events tell how it ends: unpacking may take longer than the connection lasts.
      if (!isAnswered) lose("The connection was closed before an answer.")
    })
    request.on("response", (response) => {
      isAnswered = true
      const unusable = (message: string) => settle(() => reject(new HttpFault("answered", message)))
      const { "content-encoding": encoding = "identity", "content-type": type = "", location } = response.headers
      const isPacked = /^(?:x-)?gzip$/i.test(encoding)
      if (!isPacked && !/^identity$/i.test(encoding))
        return unusable("It answered in an encoding that it was not asked for.")
      const tooLong = () => unusable(`It answered with more than ${mostBytes} bytes. "max_bytes" can allow more.`)
      const broken = (cause: Error) => lose("The answer broke off.", cause)
      const chunks: Array<Buffer> = []
      let length = 0
      let received = 0
      const content = isPacked ? response.pipe(createGunzip()) : response
      if (isPacked)
        response.on("data", (chunk: Buffer) => {
          // A stream of empty members would never grow.
          received += chunk.length
          if (received > mostBytes) tooLong()
        })
      content.on("data", (chunk: Buffer) => {
        length += chunk.length
        if (length > mostBytes) tooLong()
        else chunks.push(chunk)
      })
      const end = () => {
        if (!response.complete) return broken(new Error("The answer is not whole."))
        const whole = { status: response.statusCode ?? 0, type, location, body: Buffer.concat(chunks) }
        settle(() => resolve(whole))
      }
      response.on("error", broken)
      // An answer to HEAD, or one with status 204, names the encoding of a body that it does not have.
      content.on("error", (cause) => (isPacked && received === 0 && response.complete ? end() : broken(cause)))
      content.on("end", end)
    })
    signal.addEventListener("abort", abort, { once: true })
    if (signal.aborted) return abort()
    request.end(body)
  })

const reasonOf = (cause: Error): string => {
  const code = "code" in cause ? String(cause.code) : ""
  return reasons.get(code) ?? `The connection failed${code === "" ? "" : ` (${code})`}.`
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "Nothing accepts connections there (ECONNREFUSED)."],
  ["ENOTFOUND", "There is no such host (ENOTFOUND)."],
  ["EAI_AGAIN", "The name of the host could not be looked up (EAI_AGAIN)."],
  ["ECONNRESET", "The connection was closed before an answer (ECONNRESET)."],
  ["HPE_HEADER_OVERFLOW", "It answered with more headers than are read."]
])
