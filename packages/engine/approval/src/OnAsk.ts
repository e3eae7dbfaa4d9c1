import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/**
 * An app's own function that asks somebody. If it throws, rejects or returns something that is no decision, the call is
 * refused. If it never answers, the question expires. `signal` is aborted when the question is over, however it ended.
 */
export type OnAsk = (request: ApprovalRequest, signal: AbortSignal) => ApprovalDecision | Promise<ApprovalDecision>
