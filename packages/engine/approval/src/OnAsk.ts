import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/**
 * An app's own way to ask somebody. One that throws, rejects or answers with what is no decision has refused the call; one
 * that never answers lets the question expire. `signal` aborts when the question is over, however it ended.
 */
export type OnAsk = (request: ApprovalRequest, signal: AbortSignal) => ApprovalDecision | Promise<ApprovalDecision>
