import { DefaultPolicy, slips } from "@toolgate/policy"
import { everySandbox } from "../dryRun/DryRun.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about what keeps a gate from starting, by the check that the gate itself makes. Misspelled names of
 * tools and missing sandboxes have findings of their own.
 */
export const invalidRules = ({ files, tools }: Linted): ReadonlyArray<LintFinding> => {
  const configs = files.map(({ config }) => config)
  const misspelled = new Set(slips(configs, tools).map(({ message }) => message))
  return DefaultPolicy.problemsOf({ configs, tools }, everySandbox)
    .filter(({ message }) => !misspelled.has(message))
    .map(({ source, message }) => ({ source, level: "error", code: "invalid-rule", message }))
}
