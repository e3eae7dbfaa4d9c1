/** The time for a request was over before its answer was complete. */
export class RequestTimedOut extends Error {
  override readonly name = "RequestTimedOut"
  /** "no" guarantees that the request had no effect. "unknown" means that it may have had one. */
  readonly executed: "no" | "unknown"

  constructor(operation: string, executed: "no" | "unknown", cause?: unknown) {
    super(`The server did not answer in time: ${operation}.`, { cause })
    this.executed = executed
  }
}
