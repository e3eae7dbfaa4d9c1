import * as Data from "effect/Data"

/** What is wrong, and where. */
export interface PolicyProblem {
  /** `file:line:column`, both from 1, the column in UTF-16 units as editors count; the file alone where it cannot be read. */
  readonly source: string
  /** Lower case, without a full stop: it follows the source and a colon. */
  readonly message: string
}

/** A configuration that does not hold, with what is wrong with it in the order of its text: 50 problems at most. */
export class PolicyInvalid extends Data.TaggedError("PolicyInvalid")<{
  readonly message: string
  readonly problems: ReadonlyArray<PolicyProblem>
  /** How many problems there are beside those. */
  readonly more: number
}> {}

/** The error, with a line for each problem in its message. */
export const policyInvalid = (problems: ReadonlyArray<PolicyProblem>, more = 0): PolicyInvalid => {
  const lines = problems.map(({ source, message }) => `${source}: ${message}`)
  if (more > 0) lines.push(`and ${more} more`)
  return new PolicyInvalid({ message: lines.join("\n"), problems, more })
}
