/** A request did not get a usable response. */
export class HttpFault extends Error {
  /** `unsent`: nothing was sent. `lost`: the connection ended early. `answered`: the response is unusable. */
  readonly state: "unsent" | "lost" | "answered"

  constructor(state: HttpFault["state"], message: string, cause?: unknown) {
    super(message, { cause })
    this.state = state
  }
}
