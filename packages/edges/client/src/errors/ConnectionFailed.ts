/** The connection to the server could not be made, or ended before the answer was complete. */
export class ConnectionFailed extends Error {
  override readonly name = "ConnectionFailed"
  /** "no" guarantees that the request had no effect. "unknown" means that it may have had one. */
  readonly executed: "no" | "unknown"

  constructor(operation: string, executed: "no" | "unknown", cause: unknown) {
    super(`The connection to the server failed: ${operation}.`, { cause })
    this.executed = executed
  }
}
