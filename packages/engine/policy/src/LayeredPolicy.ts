import type { FileException, PermissionRequest, RuleSuggestion } from "@toolgate/core"
import type { LayerSpec } from "./config/makePolicyLayer.ts"
import type { PolicyConfig } from "./config/PolicyConfig.ts"
import type { PolicyProblem } from "./config/PolicyInvalid.ts"
import type { NamedTool } from "./config/toolSelectors.ts"
import type { Policy } from "./Policy.ts"

/** A policy that can be narrowed, and extended with tools, while calls run. */
export interface LayeredPolicy extends Policy {
  /** The groups of the configurations, by name without "group:". */
  readonly groups: PolicyConfig["groups"]
  /**
   * Returns the narrowest allow rule that would answer for a call instead of a person, or the reason why no rule can.
   */
  readonly suggestRule: (request: PermissionRequest) => RuleSuggestion
  /**
   * Returns the digest of the configurations and of the layers that were added to them. The same configurations have
   * the same digest in every process. The names of their files, their comments and their tests do not count, and
   * neither do an app's own judges, which are code.
   */
  readonly digest: () => string
  /**
   * Adds a tool. From then on, rules that name the tool mean what they would mean if the tool had been there at the
   * start. Returns the problems that the tool causes; if there are any, the policy does not change.
   */
  readonly admit: (tool: NamedTool) => ReadonlyArray<PolicyProblem>
  /** Returns the files that a confined process may not use inside its trees. */
  readonly exceptions: (workspace: string) => ReadonlyArray<FileException>
  /** Adds a layer for everyone. Throws a `TypeError` if the layer names no tool and no group that exists. */
  readonly addGlobal: (layer: LayerSpec) => void
  /**
   * Adds a layer for one role. If the policy lists its roles, the role must be among them: otherwise `addRole` throws a
   * `TypeError`, because listing a new role would allow the role.
   */
  readonly addRole: (role: string, layer: LayerSpec) => void
}

/** A policy in which no rule is tried. */
export type UntriedPolicy = Omit<LayeredPolicy, "suggestRule">
