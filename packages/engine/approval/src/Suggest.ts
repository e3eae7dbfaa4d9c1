import type { ApprovalRequest, PermissionRequest } from "@toolgate/core"

/** The person who approved a call, and their client, as far as they are known. */
interface Approver {
  readonly by?: string
  readonly from?: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number
}

/** The part of an approved call by which a rule for it is judged: what it points at, and where it comes from. */
export type SuggestedCall = Pick<PermissionRequest, "resources" | "context">

/**
 * A function that suggests the rule of a request (`always.rule`), because somebody approved the call with the scope `always`. It is
 * not called for a request without a rule. The gate does not close before it has ended. What it returns is a sentence for whoever decided. If it
 * throws or rejects, the call stays approved.
 */
export type Suggest = (
  request: ApprovalRequest,
  approver: Approver,
  call: SuggestedCall
) => string | undefined | Promise<string | undefined>
