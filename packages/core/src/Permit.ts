import type { DecidedApproval } from "./DecidedApproval.ts"
import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { ApprovedFile } from "./FileContent.ts"
import type { Args } from "./json/Json.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"

/**
 * A grant for exactly one request, as plain data. A sandbox runs nothing without a permit.
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
  /** The approval, if the call needed one. */
  readonly approval?: PermitApproval
  /** The person's time to decide, in milliseconds. */
  readonly waitedMs: number
}

/** The approval of a permitted call: who decided, from where and when, and what they saw. */
export interface PermitApproval extends DecidedApproval {
  /** The claim of a stored approval. It is taken when the call starts, and only once. */
  readonly claim?: ApprovalClaim
  /** The files of the call as they were when the person was asked. They are compared again before the call starts. */
  readonly files?: ReadonlyArray<ApprovedFile>
  /** The original arguments, if the approver edited them. The request has the approved arguments. */
  readonly proposed?: Args
}

/** The data to claim a stored approval: the digest of what was approved, and the MAC of the decision. */
export interface ApprovalClaim {
  readonly digest: string
  readonly mac: string
}

/** The rule that decided, with its layer and source. */
export interface RuleRef {
  readonly layer: string
  /** The rule as written in its source. */
  readonly rule: string
  /** A file with line and column, or the name of the code. */
  readonly source: string
}
