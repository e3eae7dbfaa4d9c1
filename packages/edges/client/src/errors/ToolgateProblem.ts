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

/** A request that the server has refused. `type` says why, and narrows the further members. */
export type ToolgateProblem = ProblemError & Problem

/** A request that the server has refused. `type` says why, and narrows the further members. */
export const ToolgateProblem: {
  readonly prototype: ToolgateProblem
  new (problem: Problem, headers?: ProblemHeaders): ToolgateProblem
} = ProblemError as never
