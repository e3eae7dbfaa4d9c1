import type { Problem } from "../api/problems.ts"

/** The headers of a problem. */
export interface ProblemHeaders {
  /** The id under which the server logs the request. */
  readonly requestId?: string
  /** The time after which the request can be repeated. */
  readonly retryAfterMs?: number
}

class ProblemError extends Error {
  override readonly name = "ToolgateProblem"
  readonly requestId?: string
  readonly retryAfterMs?: number

  constructor(problem: Problem, headers: ProblemHeaders = {}) {
    super(problem.detail ?? problem.title)
    Object.assign(this, headers)
    // A member of this name must not replace what every error has.
    for (const [name, value] of Object.entries(problem))
      if (!(name in this)) Object.defineProperty(this, name, { value, enumerable: true })
  }
}

/**
 * A request that the server has refused. `type` says why, and narrows the further members.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createClient, ToolgateProblem } from "@toolgate/client"
 *
 * const problem = { type: "urn:toolgate:already-decided", title: "Already decided", status: 409, detail: "Too late." }
 * const { approvals } = createClient({
 *   url: "https://gate.example.org",
 *   token: "secret",
 *   fetch: async () => Response.json({ ...problem, ended: "approve", by: "ada" }, { status: 409 })
 * })
 * const decide = async (id: string) => {
 *   try {
 *     return (await approvals.decide(id, { decision: "deny" })).decision
 *   } catch (error) {
 *     if (!(error instanceof ToolgateProblem) || error.type !== "urn:toolgate:already-decided") throw error
 *     return `${error.by} was first`
 *   }
 * }
 * assert.equal(await decide("7f0e"), "ada was first")
 * ```
 */
export type ToolgateProblem = ProblemError & Problem

/** A request that the server has refused. `type` says why, and narrows the further members. */
export const ToolgateProblem: {
  readonly prototype: ToolgateProblem
  new (problem: Problem, headers?: ProblemHeaders): ToolgateProblem
} = ProblemError as never
