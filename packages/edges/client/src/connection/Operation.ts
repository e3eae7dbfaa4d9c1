/** An operation as the server's OpenAPI document names it: the method and the path. */
export type Operation = `${"GET" | "POST" | "DELETE"} /${string}`

/** The parts of a request besides its operation. */
export interface Parts {
  /** The names in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether sending it twice has the same effect as sending it once. Default: true for GET. */
  readonly isRepeatable?: boolean
  /** Set if the answer may wait for a person: the time that the server has, if it is limited. */
  readonly waits?: { readonly timeoutMs?: number }
}

/** The options of one request. */
export interface RequestOptions {
  /** Ends the request. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** The time for the request with its retries, in milliseconds. */
  readonly requestTimeoutMs?: number
}
