import { defaultConfig, type PolicyConfig, type PolicyProblem } from "@toolgate/policy"
import { resolvePaths } from "./resolvePaths.ts"

/**
 * Makes a configuration from the permission settings of another file, such as a catalogue of tools, and follows links
 * in its paths. The configuration only narrows the policy that it is added to. `name` is the name of the other file.
 * Also returns the problems of its paths.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { readNarrowingConfig } from "@toolgate/policy-files"
 *
 * const asking = { requiresApproval: true, allowedPaths: undefined, source: "tools.yaml:3:5" }
 * const { config, problems } = readNarrowingConfig("tools.yaml", new Map([["shell", asking]]))
 * assert.deepEqual([config.onlyNarrows, problems], [true, []])
 * ```
 */
export const readNarrowingConfig = (
  name: string,
  permissions: PolicyConfig["permissions"]
): { readonly config: PolicyConfig; readonly problems: ReadonlyArray<PolicyProblem> } =>
  resolvePaths({ ...defaultConfig, name, permissions, confirmation: undefined, onlyNarrows: true })
