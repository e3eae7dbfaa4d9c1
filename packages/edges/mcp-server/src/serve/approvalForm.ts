import { type ElicitRequestFormParams, inputResponse } from "@modelcontextprotocol/server"
import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/** The answers that a client sent, by name. Nobody has checked them. */
export type Responses = Readonly<Record<string, unknown>>

/** The name under which a client answers whether a call may run. No question of a tool has it. */
export const approvalName = "approval"

/** Whether a client may decide a question. What is critical, or not shown as a whole, is for a person at the gate's own commands. */
export const isForClients = ({ risk, inspectable, unreadable }: ApprovalRequest): boolean =>
  risk !== "CRITICAL" && inspectable && unreadable === undefined

/** Returns the form with which a client asks its user about one call. Its text is the gate's own: complete and escaped. */
export const approvalForm = ({ toolName, kind, why, summary }: ApprovalRequest): ElicitRequestFormParams => ({
  mode: "form",
  message: `${kind === "escalation" ? `${toolName} asks you.` : `May ${toolName} run?`} ${why}\n\n${summary}`,
  requestedSchema: {
    type: "object",
    properties: {
      decision: { type: "string", title: "Decision", enum: ["approve", "deny"] },
      reason: {
        type: "string",
        title: kind === "escalation" ? "Words for the agent" : "Reason, if you deny",
        maxLength: 500
      }
    },
    required: ["decision"]
  }
})

/** Returns what leads a user to the page that decides. The client's answer decides nothing. */
export const addressForm = (url: string): { readonly message: string; readonly url: string } => ({
  message: "A call needs your approval. This page of the gate shows the whole call, and is where you decide it.",
  url
})

/** Whether a user has agreed to open the page. Clients answer as the page opens, before anything is decided there. */
export const isAccepted = (responses: Responses | undefined): boolean => {
  const answer = inputResponse(responses, approvalName)
  return answer.kind === "elicit" && answer.action === "accept"
}

/**
 * Returns what a user decided in the form, about this one call. The answer comes from the client, and nobody has checked it: only a
 * clear approval is one, and whatever is no decision leaves the question open.
 */
export const decisionIn = (
  { kind }: Pick<ApprovalRequest, "kind">,
  responses: Responses | undefined
): ApprovalDecision | undefined => {
  const answer = inputResponse(responses, approvalName)
  if (answer.kind !== "elicit" || answer.action === "cancel") return undefined
  const { decision, reason } = answer.content ?? {}
  const said = typeof reason === "string" && reason !== "" ? { reason } : {}
  if (answer.action === "accept" && decision === "approve")
    return { decision: "approve", scope: "once", ...(kind === "escalation" ? said : {}) }
  if (answer.action === "accept" && decision !== "deny") return undefined
  return { decision: "deny", ...said }
}
