import { defaultConfig, type PolicyConfig, type PolicyProblem } from "@toolgate/policy"
import { resolvePaths } from "./resolvePaths.ts"

/**
 * Makes a configuration from the permission settings of another file, such as a catalogue of tools, and follows links
 * in its paths. The configuration only narrows the policy that it is added to. `name` is the name of the other file.
 * Also returns the problems of its paths.
 */
export const readNarrowingConfig = (
  name: string,
  permissions: PolicyConfig["permissions"]
): { readonly config: PolicyConfig; readonly problems: ReadonlyArray<PolicyProblem> } =>
  resolvePaths({ ...defaultConfig, name, permissions, confirmation: undefined, onlyNarrows: true })
