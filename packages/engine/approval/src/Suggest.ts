import type { ApprovalRequest } from "@toolgate/core"

/** The person who approved a call, and their client, as far as they are known. */
export interface Approver {
  readonly by?: string
  readonly from?: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number
}

/**
 * A function that suggests the rule of a request (`always.rule`), because somebody approved the call with the scope `always`. It is
 * not called for a request without a rule. What it returns is a sentence for whoever decided. If it throws or rejects, the call
 * stays approved.
 */
export type Suggest = (request: ApprovalRequest, approver: Approver) => string | undefined | Promise<string | undefined>
