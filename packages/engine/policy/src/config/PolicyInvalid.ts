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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { createToolgate } from "toolgate"
 * import { PolicyInvalid } from "toolgate/effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "policy-"))
 * const file = join(folder.path, "toolgate.yaml")
 * await writeFile(file, "version: 1\nrules: { denny: [shell] }\n")
 *
 * const options = { workspace: ".", policy: { files: [file] }, tools: [] }
 * const cause = await createToolgate(options).catch((error: unknown) => error)
 * assert(cause instanceof PolicyInvalid)
 * assert.match(cause.message, /denny/)
 * ```
 */
export class PolicyInvalid extends Data.TaggedError("PolicyInvalid")<{
  readonly message: string
  readonly problems: ReadonlyArray<PolicyProblem>
  /** The number of further problems, which `problems` does not list. */
  readonly more: number
}> {}

/**
 * Returns the error, with one line for each problem in its message.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePolicyInvalid } from "@toolgate/policy"
 *
 * const { message } = makePolicyInvalid([{ source: "toolgate.yaml:3:10", message: 'unknown tool "shel"' }], 2)
 * assert.equal(message, 'toolgate.yaml:3:10: unknown tool "shel"\nand 2 more')
 * ```
 */
export const makePolicyInvalid = (problems: ReadonlyArray<PolicyProblem>, more = 0): PolicyInvalid => {
  const lines = problems.map(({ source, message }) => `${source}: ${message}`)
  if (more > 0) lines.push(`and ${more} more`)
  return new PolicyInvalid({ message: lines.join("\n"), problems, more })
}
