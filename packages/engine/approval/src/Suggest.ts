import type { ApprovalRequest, PermissionRequest } from "@toolgate/core"

interface Approver {
  readonly by?: string
  readonly from?: string
  /** In milliseconds since the epoch. */
  readonly at: number
}

/** The part of an approved call that its rule is based on: its resources and context. */
export type SuggestedCall = Pick<PermissionRequest, "resources" | "context">

/**
 * Suggests the rule of a request (`always.rule`) after an approval with the scope `always`. Not called for a request
 * without a rule. The gate waits for it when closing. Returns a sentence for the approver. If it throws or rejects, the
 * call stays approved.
 */
export type Suggest = (
  request: ApprovalRequest,
  approver: Approver,
  call: SuggestedCall
) => string | undefined | Promise<string | undefined>
