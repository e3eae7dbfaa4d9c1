import type { Socket } from "node:net"

/** A request, complete. */
export interface HttpRequest {
  readonly method: string
  /** The server. An IPv6 address stands in brackets. */
  readonly url: { readonly scheme: "http:" | "https:"; readonly host: string; readonly port: number }
  /** The path and the query, as they are sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Opens a connection to a server, secured for `https:`. A rejection with an `HttpFault` says why there is none, and any other rejection is
 * told as the failure of a connection.
 */
export type Connect = (server: HttpRequest["url"], signal: AbortSignal) => Promise<Socket>

/** The bounds of a request, and the way to the server. */
export interface SendOptions {
  readonly signal: AbortSignal
  /** The most bytes of the body, after it was decompressed. */
  readonly mostBytes: number
  /** The treatment of a longer body. By default it is refused. */
  readonly tooLong?: "refused" | "cut"
  /** The way to the server. By default, every address is taken to which the name of the host leads. */
  readonly connect?: Connect
}
