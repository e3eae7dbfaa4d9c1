import type { DecidedApproval } from "./DecidedApproval.ts"
import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { ApprovedFile } from "./FileContent.ts"
import type { Args } from "./json/Json.ts"
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
  /** The approval, if the call needed one. */
  readonly approval?: PermitApproval
  /** The time that a person took to decide, in milliseconds. */
  readonly waitedMs: number
}

/** The approval of a permitted call: who decided, from where and when, and what they were shown. */
export interface PermitApproval extends DecidedApproval {
  /** The claim of a stored approval. The approval is claimed when the call begins, and only once. */
  readonly claim?: ApprovalClaim
  /** The files that the call was approved with, as they were when the person was asked. They are compared again when it begins. */
  readonly files?: ReadonlyArray<ApprovedFile>
  /** The arguments that were asked for, if they were edited. The request has the arguments that were approved. */
  readonly proposed?: Args
}

/** The facts with which a stored approval is claimed: the digest of what was approved, and the MAC of the decision. */
export interface ApprovalClaim {
  readonly digest: string
  readonly mac: string
}

/** The rule that decided, with its layer and its source. */
export interface RuleRef {
  readonly layer: string
  /** The rule as it is written in its source. */
  readonly rule: string
  /** The source of the rule: a file with line and column, or the name of the code. */
  readonly source: string
}
