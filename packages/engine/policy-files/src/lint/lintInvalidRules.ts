import { DefaultPolicy, findMisspelledTools } from "@toolgate/policy"
import { everySandbox } from "../dryRun/DryRun.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings for problems that keep a gate from starting, from the gate's own check. Other lints report
 * misspelled tool names and missing sandboxes.
 */
export const lintInvalidRules = ({ files, tools }: Linted): ReadonlyArray<LintFinding> => {
  const configs = files.map(({ config }) => config)
  const misspelled = new Set(findMisspelledTools(configs, tools).map(({ message }) => message))
  return DefaultPolicy.findProblems({ configs, tools }, everySandbox)
    .filter(({ message }) => !misspelled.has(message))
    .map(({ source, message }) => ({ source, level: "error", code: "invalid-rule", message }))
}
