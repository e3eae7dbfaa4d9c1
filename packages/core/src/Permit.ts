import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"

/**
 * A grant joined to the one request that it was given for. Plain data, as the request is. A sandbox runs nothing without a permit.
 *
 * ```ts
 * import type { Permit } from "toolgate/effect"
 *
 * export const lineOf = ({ request, grant, because }: Permit): string =>
 *   `${request.tool.name} runs in the ${grant.sandbox} sandbox, by ${because.layer}: ${because.rule}`
 * ```
 */
export interface Permit {
  readonly request: PermissionRequest
  readonly grant: ExecutionGrant
  readonly because: RuleRef
  /** The id of the approval, if the call needed one. */
  readonly approvalId?: string
  /** The time that a person took to decide, in milliseconds. */
  readonly waitedMs: number
}

/** The rule that decided, with its layer and its source. */
export interface RuleRef {
  readonly layer: string
  /** The rule as it is written in its source. */
  readonly rule: string
  /** The source of the rule: a file with line and column, or the name of the code. */
  readonly source: string
}
