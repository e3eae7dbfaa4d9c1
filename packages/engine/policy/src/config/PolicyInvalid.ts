import * as Data from "effect/Data"

/** A problem of a configuration, and its place. */
export interface PolicyProblem {
  /**
   * The place as `file:line:column`. Lines and columns count from 1, and columns count UTF-16 units, as in editors. If
   * the file cannot be read, the place is the file alone.
   */
  readonly source: string
  /** The message, in lower case and without a full stop. It is printed after the source and a colon. */
  readonly message: string
}

/**
 * An error about configurations that cannot be used, with at most 50 problems in the order of the text.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { PolicyInvalid } from "toolgate/effect"
 *
 * export const gate = await createToolgate({ workspace: ".", policy: { files: ["toolgate.yaml"] }, tools: [] }).catch(
 *   (cause) => {
 *     if (cause instanceof PolicyInvalid) for (const { message } of cause.problems) console.error(message)
 *     throw cause
 *   }
 * )
 * ```
 */
export class PolicyInvalid extends Data.TaggedError("PolicyInvalid")<{
  readonly message: string
  readonly problems: ReadonlyArray<PolicyProblem>
  /** The number of further problems, which `problems` does not list. */
  readonly more: number
}> {}

/** Returns the error, with one line for each problem in its message. */
export const makePolicyInvalid = (problems: ReadonlyArray<PolicyProblem>, more = 0): PolicyInvalid => {
  const lines = problems.map(({ source, message }) => `${source}: ${message}`)
  if (more > 0) lines.push(`and ${more} more`)
  return new PolicyInvalid({ message: lines.join("\n"), problems, more })
}
