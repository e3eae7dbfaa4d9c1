import type { ExecutionGrant, PermissionRequest, Refused, RuleRef, ToolDefinition, Verdict } from "@toolgate/core"
import type { DefaultPolicy, PolicyConfig } from "@toolgate/policy"

/** The result of judging a call without making it. */
export type DryAnswer = DryVerdict | DryStop

/** The result if the call reached the policy. */
export interface DryVerdict {
  readonly _tag: "Judged"
  readonly request: PermissionRequest
  /** The verdict of the policy. A quota of 0 counts as a denial; other quotas are not counted. */
  readonly verdict: Verdict
  /** The grant that the call would get, at once or after a person's approval; `undefined` if the call is denied. */
  readonly grant: ExecutionGrant | undefined
  /** The policy that decided. It also knows the tool that the request defines. */
  readonly policy: DefaultPolicy.LayeredPolicy
  /** The tools that the policy knows. */
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly configs: ReadonlyArray<PolicyConfig>
  /** Judges the same call under other configurations, or by another asker. */
  readonly retry: (changed: DryChange) => Verdict
}

interface DryChange {
  readonly configs?: ReadonlyArray<PolicyConfig>
  readonly context?: Partial<PermissionRequest["context"]>
}

/** The result if the call stopped before the policy, as it would in the gate. */
export interface DryStop {
  readonly _tag: "Stopped"
  /**
   * The step at which the call stopped.
   *
   * - `request`: the request is invalid.
   * - `registry`: there is no such tool, or its definition is invalid.
   * - `policy`: a rule of the policy has a pattern that does not fit the defined tool.
   * - `arguments`: the tool's schema refuses the arguments.
   * - `resources`: every policy refuses what the arguments name.
   */
  readonly layer: "request" | "registry" | "policy" | "arguments" | "resources"
  readonly because: RuleRef
  readonly refused: Refused
}

/** A stop caused by an invalid request. It says nothing about the policy. */
interface DryFault extends DryStop {
  readonly refused: Refused & { readonly class: Exclude<Refused["class"], "permission_denied"> }
}

/**
 * Whether the request itself is invalid. A path that leaves the workspace does not make a request invalid: the gate
 * refuses such a call under every policy.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { refused } from "@toolgate/core"
 * import { isFaulty } from "@toolgate/policy-files"
 *
 * const because = { layer: "arguments", rule: "schema", source: "read_file" }
 * const stopped = { _tag: "Stopped", layer: "arguments", because } as const
 * assert.equal(isFaulty({ ...stopped, refused: refused("InvalidArgs", '"path" is missing.') }), true)
 * // The gate refuses this call under every policy.
 * assert.equal(isFaulty({ ...stopped, layer: "resources", refused: refused("FileDenied", "It leads out.") }), false)
 * ```
 */
export const isFaulty = (answer: DryAnswer): answer is DryFault =>
  answer._tag === "Stopped" && answer.refused.class !== "permission_denied"
