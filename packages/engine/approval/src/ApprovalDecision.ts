/**
 * What a person answers. `scope: "session"` asks for the answer to be kept for the session, as far as the question's
 * `sessionCovers` says; without a scope it is for this one call.
 */
export type ApprovalDecision =
  | { readonly decision: "approve"; readonly scope?: "once" | "session" }
  | {
      readonly decision: "deny"
      readonly scope?: "once" | "session"
      /** Told to the model, escaped, at most 500 characters of it. */
      readonly reason?: string
    }
