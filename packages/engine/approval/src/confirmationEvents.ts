import type { ApprovalRequest, QuestionEnd, SideEffectClass, ToolEvent } from "@toolgate/core"

/** Creates the event that a person is asked. */
export const makeRequestedEvent = (request: ApprovalRequest): ToolEvent => ({
  ...about(request, request.askedAt),
  type: "tool.confirmation_requested",
  ...(request.kind === undefined ? {} : { kind: request.kind }),
  sideEffects: request.sideEffects.toLowerCase() as Lowercase<SideEffectClass>,
  summary: request.summary,
  why: request.why,
  projectedModifications: request.projectedModifications,
  expiresAt: request.expiresAt
})

/** Creates the event that a question has ended. */
export const makeResolvedEvent = (request: ApprovalRequest, decision: QuestionEnd): ToolEvent => ({
  ...about(request, Date.now()),
  type: "tool.confirmation_resolved",
  decision
})

const about = ({ id, session, turn, agent, callId, toolName }: ApprovalRequest, at: number) => ({
  at,
  session,
  turn,
  agent,
  callId,
  toolName,
  approvalId: id
})
