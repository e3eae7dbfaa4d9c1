import type { LintFinding } from "../lint/LintFinding.ts"

/** Returns the findings of `lintPolicy` as JSON, with their numbers. */
export const buildLintJson = (findings: ReadonlyArray<LintFinding>) => ({ ...countFindings(findings), findings })

/** Counts findings by their level. */
export const countFindings = (findings: ReadonlyArray<LintFinding>) => {
  const count = (level: LintFinding["level"]) => findings.filter((finding) => finding.level === level).length
  return { errors: count("error"), warnings: count("warning"), notes: count("note") }
}
