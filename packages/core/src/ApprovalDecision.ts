import type { Args } from "./json/Json.ts"

/**
 * A person's answer to a question. `scope: "session"` also applies the answer to later calls of the session, within what
 * the request's `sessionCovers` says. `scope: "always"` approves this call and suggests a rule that would have allowed it.
 * Without a scope, the answer applies to this call only. An escalation is answered once, with or without a `reason`.
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
      /** The call may run. */
      readonly decision: "approve"
      /**
       * The scope of the approval: this call (`once`, the default), calls like it until the session ends, or this call
       * with a suggested rule (`always`).
       */
      readonly scope?: "once" | "session" | "always"
      /**
       * Arguments that replace those of the request, for this call only. The gate validates and judges the call again with
       * them.
       */
      readonly args?: Args
      /** The person's words, for an escalation only. Any other question is approved without words. */
      readonly reason?: string
    }
  | {
      /** The call is refused. */
      readonly decision: "deny"
      /** The scope of the denial: this call (`once`, the default), or calls like it until the session ends. */
      readonly scope?: "once" | "session"
      /** The reason, for the model. The gate escapes it and cuts it to 500 characters. */
      readonly reason?: string
    }
