import { type ElicitRequestFormParams, inputResponse } from "@modelcontextprotocol/server"
import type { ApprovalDecision, ApprovalRequest } from "@toolgate/core"

/** A client's answers by name, not validated. */
export type Responses = Readonly<Record<string, unknown>>

/** The name of the approval question. No tool's question has this name. */
export const approvalName = "approval"

/**
 * Whether a client may decide a question. A critical call, or one that cannot be shown whole, needs a person at the
 * gate's own commands.
 */
export const isForClients = ({ risk, inspectable, unreadable }: ApprovalRequest): boolean =>
  risk !== "CRITICAL" && inspectable && unreadable === undefined

/** Returns the form with which a client asks its user about a call. The text is the gate's: complete and escaped. */
export const createApprovalForm = ({ toolName, kind, why, summary }: ApprovalRequest): ElicitRequestFormParams => ({
  mode: "form",
  message: `${kind === "escalation" ? `${toolName} asks you.` : `May ${toolName} run?`} ${why}\n\n${summary}`,
  requestedSchema: {
    type: "object",
    properties: {
      decision: { type: "string", title: "Decision", enum: ["approve", "deny"] },
      reason: {
        type: "string",
        title: kind === "escalation" ? "Message for the agent" : "Reason, if you deny",
        maxLength: 500
      }
    },
    required: ["decision"]
  }
})

/** Returns the elicitation that sends a user to the approval page. The client's answer decides nothing. */
export const createAddressForm = (url: string): { readonly message: string; readonly url: string } => ({
  message: "A call needs your approval. This page of the gate shows the whole call, and is where you decide it.",
  url
})

/** Whether a user agreed to open the page. Clients answer when the page opens, before the decision. */
export const isAccepted = (responses: Responses | undefined): boolean => {
  const answer = inputResponse(responses, approvalName)
  return answer.kind === "elicit" && answer.action === "accept"
}

/**
 * Returns a user's decision from an unvalidated answer. Only a clear decision counts; any other answer leaves the
 * question open.
 */
export const parseDecision = (
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
