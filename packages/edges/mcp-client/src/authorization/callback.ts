import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A one-time listener on this machine to which an authorization server redirects the browser. */
export interface Callback extends Disposable {
  readonly redirectUri: string
  /** Settles with the parameters of the first answer that has the right state. Rejects when the signal aborts. */
  readonly answer: Promise<URLSearchParams>
}

/**
 * Listens on a free loopback port for the redirect that ends a sign-in. Requests with another path, method, host or
 * state are refused without ending the sign-in, because any page in the browser can send them.
 */
export const openCallback = async (state: string, signal: AbortSignal): Promise<Callback> => {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>()
  promise.catch(() => {})
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", `http://${host}`)
    const isOurs = request.method === "GET" && request.headers.host === host && url?.pathname === path
    const given = url?.searchParams.getAll("state") ?? []
    const isAnswer = isOurs && given.length === 1 && given[0] === state
    response.writeHead(isAnswer ? 200 : 400, headers).end(isAnswer ? done : "This is not the answer to a sign-in.\n")
    if (isAnswer && url !== null) resolve(url.searchParams)
  })
  server.maxConnections = 16
  await new Promise<void>((listening, failed) => server.once("error", failed).listen(0, "127.0.0.1", listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const abort = () => reject(signal.reason)
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return {
    redirectUri: `http://${host}${path}`,
    answer: promise,
    [Symbol.dispose]() {
      signal.removeEventListener("abort", abort)
      // Waits with the closing until the browser has received the page.
      server.close()
      server.closeIdleConnections()
      server.unref()
    }
  }
}

const path = "/callback"

const done = "The browser's part of the sign-in is complete. Return to the terminal; you can close this page.\n"

const headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close"
}
