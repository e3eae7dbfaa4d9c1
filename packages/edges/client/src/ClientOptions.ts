/** The options of `createClient`. */
export interface ClientOptions {
  /** The address of the server, such as "https://gate.example.org". A path is that of a proxy in front of it. */
  readonly url: string
  /** The secret of the token. */
  readonly token: string
  /** Sends the requests. Default: the `fetch` of the platform. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /**
   * The time for a request with its retries, in milliseconds. Default: 30 s. Requests that run calls have no limit, unless
   * they have one of their own.
   */
  readonly requestTimeoutMs?: number
  /** The most retries of a request that can be repeated without harm. Default: 2. */
  readonly retries?: number
}
