import type { HttpAnswer } from "@toolgate/catalogue/http-requests"
import type { ToolContext } from "@toolgate/core"
import type { Headers } from "./headers.ts"

/** A request of a web tool. */
export interface WebRequest {
  readonly method: "GET" | "POST"
  readonly url: URL
  readonly headers: Headers
  readonly body?: string
  /** The limit for the answer's body in bytes. A longer body is truncated. */
  readonly mostBytes: number
}

/** The parts of a tool's context that a request needs. */
export type WebContext = Pick<ToolContext, "callId" | "idempotencyKey" | "resources" | "signal">

/** An answer and its origin. */
export interface WebAnswer {
  readonly url: URL
  readonly answer: HttpAnswer
  /**
   * A redirect to a host that this call was not granted, with the headers that may go there and the remaining number of
   * redirects.
   */
  readonly elsewhere?: { readonly to: URL; readonly headers: Headers; readonly hops: number }
}
