import type { ApprovalQuestion, ApprovalRequest } from "@toolgate/core"
import { alwaysSpan } from "./alwaysSpan.ts"
import { describeRequest } from "./describeRequest.ts"
import { projectedModifications } from "./projectedModifications.ts"
import { sessionSpan } from "./sessionSpan.ts"
import { plainText } from "./shownText.ts"

/** Returns the question as a person is shown it, where it waits for at most `timeoutMs`. */
export const approvalRequest = (question: ApprovalQuestion, timeoutMs: number): ApprovalRequest => {
  const { request, because, why } = question
  const { callId, tool, context } = request
  const { summary, inspectable } = describeRequest(request)
  const askedAt = Date.now()
  const { deadline = Number.POSITIVE_INFINITY } = context
  return Object.freeze({
    id: crypto.randomUUID(),
    callId,
    session: context.session,
    turn: context.turn,
    agent: context.principal.agent,
    toolName: tool.name,
    args: request.args,
    sideEffects: tool.sideEffects,
    risk: tool.risk,
    destructive: tool.destructive,
    why: plainText(why),
    because: Object.freeze({ ...because }),
    summary,
    inspectable,
    projectedModifications: projectedModifications(request),
    ...sessionSpan(question, inspectable),
    ...alwaysSpan(question, inspectable),
    askedAt,
    expiresAt: Math.min(askedAt + timeoutMs, deadline)
  })
}
