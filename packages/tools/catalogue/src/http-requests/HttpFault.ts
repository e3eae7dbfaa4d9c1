/** An error about a request without a usable answer. */
export class HttpFault extends Error {
  /** `unsent`: nothing of the request was sent. `lost`: the connection ended before the answer did. `answered`: the answer is unusable. */
  readonly state: "unsent" | "lost" | "answered"

  constructor(state: HttpFault["state"], message: string, cause?: unknown) {
    super(message, { cause })
    this.state = state
  }
}
