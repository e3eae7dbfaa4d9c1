/** A decided approval: the person, their client, the time and the text that they saw, where known. */
export interface DecidedApproval {
  readonly id: string
  readonly by?: string
  /** The client that was used to decide. */
  readonly from?: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at?: number
  /** The digest of the question that the person saw. */
  readonly shown?: string
  /** The person's answer to an escalation. The call then runs with either decision and returns the answer. */
  readonly answer?: EscalationAnswer
}

/** A person's answer to an escalation. */
export interface EscalationAnswer {
  readonly decision: "approve" | "deny"
  readonly note?: string
}
