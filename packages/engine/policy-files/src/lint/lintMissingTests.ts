import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns a finding if the policy has no tests, so that a changed decision would go unnoticed. Of several files, only
 * the last one needs tests, or a file that narrows it.
 */
export const lintMissingTests = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  // The settings of a catalogue also narrow a policy, but cannot contain tests.
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
