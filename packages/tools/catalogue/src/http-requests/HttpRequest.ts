import type { Socket } from "node:net"

/** A complete request. */
export interface HttpRequest {
  readonly method: string
  /** The server's host. IPv6 addresses are in brackets. */
  readonly url: { readonly scheme: "http:" | "https:"; readonly host: string; readonly port: number }
  /** The path and query as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Opens a connection to a server, with TLS for `https:`. Rejects with an `HttpFault` that explains the failure; other rejections are
 * reported as a failed connection.
 */
export type Connect = (server: HttpRequest["url"], signal: AbortSignal) => Promise<Socket>

/** The limits of a request, and how to connect. */
export interface SendOptions {
  readonly signal: AbortSignal
  /** Most bytes of the body after decompression. */
  readonly mostBytes: number
  /** Treatment of a longer body. By default it is refused. */
  readonly tooLong?: "refused" | "cut"
  /** Opens the connection. By default, any address of the host name is used. */
  readonly connect?: Connect
}
