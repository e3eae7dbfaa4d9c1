import { type ElicitRequestFormParams, inputResponse, type ServerContext } from "@modelcontextprotocol/server"
import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/** Whether a client may decide a question. What is critical, or not shown as a whole, is for a person at the gate's own commands. */
export const isForClients = ({ risk, inspectable, unreadable }: ApprovalRequest): boolean =>
  risk !== "CRITICAL" && inspectable && unreadable === undefined

/** Returns the form with which a client asks its user about one call. Its text is the gate's own: complete and escaped. */
export const approvalForm = ({ toolName, why, summary }: ApprovalRequest): ElicitRequestFormParams => ({
  mode: "form",
  message: `May ${toolName} run? ${why}\n\n${summary}`,
  requestedSchema: {
    type: "object",
    properties: {
      decision: { type: "string", title: "Decision", enum: ["approve", "deny"] },
      reason: { type: "string", title: "Reason, if you deny", maxLength: 500 }
    },
    required: ["decision"]
  }
})

/** Returns the form that tells a user where to decide. Its answer decides nothing. */
export const placeForm = (message: string): ElicitRequestFormParams => ({
  mode: "form",
  message: `${message} Answer here once that is done.`,
  requestedSchema: { type: "object", properties: {} }
})

/**
 * Returns what a user decided in the form, about this one call. The answer comes from the client, and nobody has checked it: only a
 * clear approval is one, and whatever is no decision leaves the question open.
 */
export const decisionIn = ({ mcpReq }: ServerContext, name: string): ApprovalDecision | undefined => {
  const answer = inputResponse(mcpReq.inputResponses, name)
  if (answer.kind !== "elicit" || answer.action === "cancel") return undefined
  const { decision, reason } = answer.content ?? {}
  if (answer.action === "accept" && decision === "approve") return { decision: "approve", scope: "once" }
  if (answer.action === "accept" && decision !== "deny") return undefined
  return { decision: "deny", ...(typeof reason === "string" && reason !== "" ? { reason } : {}) }
}
