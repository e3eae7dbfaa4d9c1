/**
 * An answer that does not come from a Toolgate server, or is damaged: often that of a proxy.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createClient, UnexpectedAnswer } from "@toolgate/client"
 *
 * const { sessions } = createClient({
 *   url: "https://gate.example.org",
 *   token: "secret",
 *   fetch: async () => new Response("<html>Sign in", { headers: { "content-type": "text/html" } })
 * })
 * const failure = await sessions.list().catch((error) => error)
 * assert.ok(failure instanceof UnexpectedAnswer)
 * assert.equal(failure.status, 200)
 * ```
 */
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
