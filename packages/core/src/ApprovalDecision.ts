import type { Args } from "./json/Json.ts"

/**
 * The answer of a person. `scope: "session"` asks to keep the answer for the session, within what the request's `sessionCovers`
 * says. `scope: "always"` approves this one call, and suggests a rule that would have allowed it. Without a scope, the answer is
 * for this one call. An escalation is answered once, with or without words.
 *
 * ```ts
 * import type { ApprovalDecision, Toolgate } from "toolgate"
 *
 * export const deny = (gate: Toolgate, id: string) => {
 *   const decision: ApprovalDecision = { decision: "deny", scope: "session", reason: "Not on this branch." }
 *   return gate.approvals.decide(id, decision)
 * }
 * ```
 */
export type ApprovalDecision =
  | {
      readonly decision: "approve"
      readonly scope?: "once" | "session" | "always"
      /**
       * The arguments that are approved in the place of those of the request, for this one call. The call is checked anew with them.
       */
      readonly args?: Args
      /** The person's words in the answer to an escalation. Nothing else is approved with words. */
      readonly reason?: string
    }
  | {
      readonly decision: "deny"
      readonly scope?: "once" | "session"
      /** A reason for the model. It is escaped, and at most 500 characters of it are passed on. */
      readonly reason?: string
    }
