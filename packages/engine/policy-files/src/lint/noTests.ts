import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Whether anybody would notice that the policy changed its mind. Of several files only the last is asked for tests. */
export const noTests = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  const last = files.at(-1)?.config
  if (last === undefined || last.tests.length > 0) return []
  return [
    {
      source: last.name,
      level: "note",
      code: "no-tests",
      message: 'the file has no tests; "toolgate policy test" runs those that stand under tests'
    }
  ]
}
