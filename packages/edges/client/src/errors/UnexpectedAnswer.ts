/** An answer that does not come from a Toolgate server, or is damaged: often that of a proxy. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer"
  readonly status: number
  /** "no" guarantees that the request had no effect. "unknown" means that it may have had one. */
  readonly executed: "no" | "unknown"
  readonly retryAfterMs?: number

  constructor(operation: string, executed: "no" | "unknown", { status, headers }: Response, retryAfterMs?: number) {
    const type = headers.get("content-type") ?? "without a type"
    super(`The answer is not one of a Toolgate server: ${operation} (status ${status}, ${type}).`)
    this.status = status
    this.executed = executed
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs
  }
}
