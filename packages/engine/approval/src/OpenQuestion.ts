import type { Approval, ApprovalRequest, Gated, NewApproval, QuestionEnd } from "@toolgate/core"
import { isSameRow } from "./ApprovalRecords.ts"
import type { RequestFacts } from "./ApprovalSeal.ts"
import type { AnswerKey } from "./SessionAnswers.ts"

/** A question that was stored, and the call that waits with it. */
export interface Asked {
  readonly request: ApprovalRequest
  readonly row: NewApproval
  readonly facts: RequestFacts
  readonly answerKey: AnswerKey
  readonly resume: (answer: Gated<Approval>) => void
}

/** A question that a call of this process waits with. */
export interface OpenQuestion extends Asked {
  /** A time of `performance.now()`, as `dueAt` is. */
  readonly askedAt: number
  readonly dueAt: number
  readonly timer: ReturnType<typeof setTimeout>
  /** A controller that is aborted when the question is over. */
  readonly over: AbortController
}

/**
 * Whether a question's time is up by either clock. The monotonic clock counts as well as the timer, because timers fire late
 * on a busy machine and pause on a sleeping one. The wall clock counts, because a person was shown its time.
 */
export const isDue = ({ dueAt, request }: OpenQuestion): boolean =>
  performance.now() >= dueAt || Date.now() >= request.expiresAt

/** The questions that calls of this process wait with. Each of them ends exactly once. */
export class OpenQuestions {
  private readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  private readonly byId = new Map<string, OpenQuestion>()

  /** `resolved` is called with each question that ends, before its call goes on. */
  constructor(resolved: (request: ApprovalRequest, end: QuestionEnd) => void) {
    this.resolved = resolved
  }

  get ids(): ReadonlyArray<string> {
    return [...this.byId.keys()]
  }

  all(): IterableIterator<OpenQuestion> {
    return this.byId.values()
  }

  get(id: string): OpenQuestion | undefined {
    return this.byId.get(id)
  }

  /** Whether a question has not ended. */
  has({ request }: OpenQuestion): boolean {
    return this.byId.has(request.id)
  }

  /** Returns the question of a row that is the one that was stored, and not one that was exchanged for it. */
  of(row: NewApproval): OpenQuestion | undefined {
    const asked = this.byId.get(row.id)
    return asked !== undefined && isSameRow(asked.row, row) ? asked : undefined
  }

  /** Opens a question. `due` is called when its time is up. */
  open(parts: Asked, timeoutMs: number, due: (asked: OpenQuestion) => void): OpenQuestion {
    const askedAt = performance.now()
    const asked: OpenQuestion = {
      ...parts,
      askedAt,
      dueAt: askedAt + timeoutMs,
      timer: setTimeout(() => due(asked), timeoutMs),
      over: new AbortController()
    }
    this.byId.set(asked.request.id, asked)
    return asked
  }

  /** Ends a question. All ways to end one come here, and only the first has an effect. */
  end({ request, timer, over, resume }: OpenQuestion, end: QuestionEnd, answer: Gated<Approval>): boolean {
    if (!this.byId.delete(request.id)) return false
    clearTimeout(timer)
    this.resolved(request, end)
    over.abort()
    resume(answer)
    return true
  }
}
