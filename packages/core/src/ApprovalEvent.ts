import type { ApprovalState } from "./ApprovalState.ts"

/** A view of a question: it was shown, as one of a list or as a card, or a person opened it. */
export interface ApprovalView {
  readonly how: "shown" | "opened"
  /** The person, as their client reports them. */
  readonly by?: string | undefined
  /** Their client. */
  readonly from?: string | undefined
}

/**
 * An entry in the history of an approval: it was asked for, seen, or reached a state. Histories are for people to read.
 * Write access to the database is enough to change one, so a gate never acts on it.
 */
export interface ApprovalEvent {
  readonly kind: "asked" | ApprovalView["how"] | Exclude<ApprovalState, "open">
  /** In milliseconds since the epoch, in the store's time. */
  readonly at: number
  /** The time of the last view, if the same person saw the question several times in the same way. */
  readonly lastAt?: number
  /** The agent that asked, or the person. */
  readonly by?: string
  readonly from?: string
}

/** The maximum number of views in the history of one approval. Further people and clients are not recorded. */
export const mostApprovalViews = 100
