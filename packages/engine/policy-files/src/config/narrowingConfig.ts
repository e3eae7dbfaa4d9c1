import { defaultConfig, type PolicyConfig, type PolicyProblem } from "@toolgate/policy"
import { resolvePaths } from "./resolvePaths.ts"

/**
 * Returns the configuration that holds the settings of permission types from another file, such as a catalogue of tools, with links
 * in paths followed, and the problems on the way. The configuration only narrows the policy that it is added to. `name` is the name
 * of that file.
 */
export const narrowingConfig = (
  name: string,
  permissions: PolicyConfig["permissions"]
): { readonly config: PolicyConfig; readonly problems: ReadonlyArray<PolicyProblem> } =>
  resolvePaths({ ...defaultConfig, name, permissions, confirmation: undefined, onlyNarrows: true })
