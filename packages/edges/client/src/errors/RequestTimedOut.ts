/**
 * The time for a request was over before its answer was complete.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createClient, RequestTimedOut } from "@toolgate/client"
 *
 * const { sessions } = createClient({
 *   url: "https://gate.example.org",
 *   token: "secret",
 *   fetch: (_, { signal }) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
 * })
 * const failure = await sessions.list({}, { requestTimeoutMs: 1 }).catch((error) => error)
 * assert.ok(failure instanceof RequestTimedOut)
 * assert.equal(failure.executed, "no")
 * ```
 */
export class RequestTimedOut extends Error {
  override readonly name = "RequestTimedOut"
  /** "no" guarantees that the request had no effect. "unknown" means that it may have had one. */
  readonly executed: "no" | "unknown"

  constructor(operation: string, executed: "no" | "unknown", cause?: unknown) {
    super(`The server did not answer in time: ${operation}.`, { cause })
    this.executed = executed
  }
}
