import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns a finding if the policy has no tests that would notice a changed decision. Of several files, only the last
 * has to have tests, or one that narrows it.
 */
export const noTests = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  // The settings of a catalogue narrow a policy as a file does, and have no place for tests.
  const last = files.findLast(({ config }) => config.onlyNarrows !== true || config.tests.length > 0)?.config
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
