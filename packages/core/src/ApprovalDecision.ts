/**
 * The answer of a person. `scope: "session"` asks for the answer to be kept for the session, as far as the request's
 * `sessionCovers` says. Without a scope, the answer is for this one call.
 */
export type ApprovalDecision =
  | { readonly decision: "approve"; readonly scope?: "once" | "session" }
  | {
      readonly decision: "deny"
      readonly scope?: "once" | "session"
      /** Words for the model. They are escaped, and at most 500 characters of them are passed on. */
      readonly reason?: string
    }
