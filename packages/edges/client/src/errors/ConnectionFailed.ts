/**
 * The connection to the server could not be made, or ended before the answer was complete.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ConnectionFailed, createClient } from "@toolgate/client"
 *
 * const { sessions } = createClient({
 *   url: "https://gate.example.org",
 *   token: "secret",
 *   fetch: () => Promise.reject(new TypeError("Failed to fetch"))
 * })
 * const call = { tool: "send_mail", args: { to: "ada" } }
 * const failure = await sessions
 *   .use("8f14")
 *   .call(call)
 *   .catch((error) => error)
 * assert.ok(failure instanceof ConnectionFailed)
 * assert.equal(failure.executed, "unknown")
 * ```
 */
export class ConnectionFailed extends Error {
  override readonly name = "ConnectionFailed"
  /** "no" guarantees that the request had no effect. "unknown" means that it may have had one. */
  readonly executed: "no" | "unknown"

  constructor(operation: string, executed: "no" | "unknown", cause: unknown) {
    super(`The connection to the server failed: ${operation}.`, { cause })
    this.executed = executed
  }
}
