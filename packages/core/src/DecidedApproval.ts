/** An approval that was decided: by whom, from where and when, and what they were shown, as far as it is known. */
export interface DecidedApproval {
  readonly id: string
  /** The person who decided. */
  readonly by?: string
  /** The client that they decided with. */
  readonly from?: string
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at?: number
  /** The keyed digest of the card that they were shown. */
  readonly shown?: string
  /** The person's answer, of an escalation alone. The call then runs whatever the answer is, and returns it. */
  readonly answer?: EscalationAnswer
}

/** The answer of a person to an escalation. */
export interface EscalationAnswer {
  readonly decision: "approve" | "deny"
  /** The person's own words, if there are any. */
  readonly note?: string
}
