import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/**
 * An app's function that asks a person. The call is refused if the function throws, rejects or returns an invalid
 * decision. If it never answers, the question expires. `signal` is aborted when the question has ended.
 */
export type OnAsk = (request: ApprovalRequest, signal: AbortSignal) => ApprovalDecision | Promise<ApprovalDecision>
