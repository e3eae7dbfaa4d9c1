import type { ApprovalQuestion, JsonObject, RuleRef, SideEffectClass, ToolRisk } from "@toolgate/core"
import { describeRequest } from "./describeRequest.ts"
import { projectedModifications } from "./projectedModifications.ts"
import { sessionSpan } from "./sessionSpan.ts"
import { plainText } from "./shownText.ts"

/**
 * What a person is shown: plain, frozen data. `summary`, `why`, `projectedModifications` and `sessionCovers` are escaped and
 * can be printed as they stand; ids and names are as they came, `callId` from the model.
 */
export interface ApprovalRequest {
  /** Random: it cannot be guessed from another. */
  readonly id: string
  readonly callId: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly toolName: string
  /** What the call was given, as it came: from the model, and not escaped. */
  readonly args: JsonObject
  readonly sideEffects: SideEffectClass
  readonly risk: ToolRisk
  readonly destructive: boolean
  /** Why somebody has to decide, in the words of the policy. */
  readonly why: string
  readonly because: RuleRef
  /** What the call would do, written from its real arguments: several lines. */
  readonly summary: string
  /** False: the summary does not hold all of the call, and says so. */
  readonly inspectable: boolean
  /** The files it would change, as far as they are known; relative to the workspace when beneath it. */
  readonly projectedModifications: ReadonlyArray<string>
  /** False: an approval is for this call alone, whatever its scope. A denial may always be kept. */
  readonly maySpanSession: boolean
  /** What an approval kept for the session would cover, in words. */
  readonly sessionCovers: string
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  /** Milliseconds since the epoch: when the question or its call ends, whichever is first. */
  readonly expiresAt: number
}

/** The question as a person is shown it. `timeoutMs` is how long it waits. */
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
    askedAt,
    expiresAt: Math.min(askedAt + timeoutMs, deadline)
  })
}
