import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns a finding if the policy has no tests that would notice a changed decision. Of several files, only the last
 * has to have tests.
 */
export const noTests = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  const last = files.at(-1)?.config
  if (last === undefined || last.tests.length > 0) return []
  return [
    {
      source: last.name,
      level: "note",
      code: "no-tests",
      message: 'the file has no tests; add calls under "tests", and run them with "toolgate policy test"'
    }
  ]
}
