import type { Approval, ApprovalQuestion, ApprovalRequest, Gated } from "@toolgate/core"

/** A question that waits for somebody. */
export interface OpenQuestion {
  readonly question: ApprovalQuestion
  readonly request: ApprovalRequest
  /** What it has in common with the questions that one answer for the session answers. */
  readonly key: string
  /** Times of `performance.now()`. */
  readonly askedAt: number
  readonly dueAt: number
  readonly timer: ReturnType<typeof setTimeout>
  /** Aborted when it is over. */
  readonly over: AbortController
  readonly resume: (answer: Gated<Approval>) => void
}

/**
 * Whether its time is up, by either clock: timers come late on a busy machine and stand still on a sleeping one, and the time
 * that a person was shown is the wall clock's.
 */
export const isDue = ({ dueAt, request }: OpenQuestion): boolean =>
  performance.now() >= dueAt || Date.now() >= request.expiresAt
