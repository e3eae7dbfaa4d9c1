import type { Policy } from "./Policy.ts"
import type { PolicyProblem } from "./PolicyInvalid.ts"
import type { LayerSpec } from "./policyLayer.ts"
import type { NamedTool } from "./toolSelectors.ts"

/** A policy whose cascade can be made narrower while calls run, and that learns of tools. */
export interface LayeredPolicy extends Policy {
  /**
   * Has the rules that name this tool mean from now on what they would mean, had it been there at the start. Answers with what
   * keeps the policy from holding beside such a tool; then nothing changes.
   */
  readonly admit: (tool: NamedTool) => ReadonlyArray<PolicyProblem>
  /** For everyone. Throws a `TypeError` for a layer that names no tool and no group. */
  readonly addGlobal: (layer: LayerSpec) => void
  /** For a role; where roles are listed, for one of them: a `TypeError` else, because listing it would allow it. */
  readonly addRole: (role: string, layer: LayerSpec) => void
}
