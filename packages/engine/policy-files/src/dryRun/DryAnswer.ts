import type { ExecutionGrant, PermissionRequest, Refused, RuleRef, ToolDefinition, Verdict } from "@toolgate/core"
import type { DefaultPolicy, PolicyConfig } from "@toolgate/policy"

/** What became of a call that was judged and not made. */
export type DryAnswer = DryVerdict | DryStop

/** The policy was asked. */
export interface DryVerdict {
  readonly _tag: "Judged"
  readonly request: PermissionRequest
  /** What the gate would go by: a quota of 0 is in it, calls are not counted. */
  readonly verdict: Verdict
  /** What the call would get: at once, or when a person approves it; `undefined` where it is denied. */
  readonly grant: ExecutionGrant | undefined
  /** Whose verdict it is: that of the configurations, with the tool of the request among the tools that are known. */
  readonly policy: DefaultPolicy.LayeredPolicy
  /** The tools that the policy knows. */
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The same call under other configurations, or from elsewhere. */
  readonly retry: (changed: DryChange) => Verdict
}

interface DryChange {
  readonly configs?: ReadonlyArray<PolicyConfig>
  readonly context?: Partial<PermissionRequest["context"]>
}

/** Where a call stopped before any policy was asked, as it would in the gate. */
export interface DryStop {
  readonly _tag: "Stopped"
  /**
   * `request`: it is no request; `registry`: there is no such tool, or its definition does not hold; `policy`: a rule of the
   * policy has a pattern that the defined tool cannot have; `arguments`: the tool's schema does not take them; `resources`:
   * what they point at is refused under every policy.
   */
  readonly layer: "request" | "registry" | "policy" | "arguments" | "resources"
  readonly because: RuleRef
  readonly refused: Refused
}

/** Something is wrong with the request itself, so that its denial says nothing of the policy. */
interface DryFault extends DryStop {
  readonly refused: Refused & { readonly class: Exclude<Refused["class"], "permission_denied"> }
}

/** Whether it is a fault. A path that leaves the workspace is none: no gate would let it pass. */
export const isFaulty = (answer: DryAnswer): answer is DryFault =>
  answer._tag === "Stopped" && answer.refused.class !== "permission_denied"
