import type { Approval, ApprovalRequest, Gated } from "@toolgate/core"
import type { NewApproval, RequestFacts } from "./ApprovalSeal.ts"
import type { AnswerKey } from "./KeptAnswers.ts"

/** A question that a call of this process waits with. */
export interface OpenQuestion {
  readonly request: ApprovalRequest
  readonly row: NewApproval
  readonly facts: RequestFacts
  readonly place: AnswerKey
  /** A time of `performance.now()`, as `dueAt` is. */
  readonly askedAt: number
  readonly dueAt: number
  readonly timer: ReturnType<typeof setTimeout>
  /** A controller that is aborted when the question is over. */
  readonly over: AbortController
  readonly resume: (answer: Gated<Approval>) => void
}

/**
 * Whether a question's time is up by either clock. The monotonic clock counts as well as the timer, because timers fire late
 * on a busy machine and pause on a sleeping one. The wall clock counts, because a person was shown its time.
 */
export const isDue = ({ dueAt, request }: OpenQuestion): boolean =>
  performance.now() >= dueAt || Date.now() >= request.expiresAt
