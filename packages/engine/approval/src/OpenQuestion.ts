import type { Approval, ApprovalRequest, Gated, NewApproval, QuestionEnd } from "@toolgate/core"
import { isSameRow } from "./ApprovalRecords.ts"
import type { RequestFacts } from "./ApprovalSeal.ts"
import type { AnswerKey } from "./SessionAnswers.ts"

/** A stored question and its waiting call. */
export interface StoredQuestion {
  readonly request: ApprovalRequest
  readonly row: NewApproval
  readonly facts: RequestFacts
  readonly answerKey: AnswerKey
  readonly resume: (answer: Gated<Approval>) => void
}

/** An open question of a call in this process. */
export interface OpenQuestion extends StoredQuestion {
  /** A `performance.now()` time, like `dueAt`. */
  readonly askedAt: number
  readonly dueAt: number
  readonly timer: ReturnType<typeof setTimeout>
  /** Aborted when the question has ended. */
  readonly over: AbortController
}

/**
 * Whether a question has expired by either clock. Timers fire late on a busy machine and pause during sleep, so the
 * monotonic clock counts too; the wall clock counts because the person saw its time.
 */
export const isDue = ({ dueAt, request }: OpenQuestion): boolean =>
  performance.now() >= dueAt || Date.now() >= request.expiresAt

/** The open questions of calls in this process. Each ends exactly once. */
export class OpenQuestions {
  private readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  private readonly byId = new Map<string, OpenQuestion>()

  /** `resolved` is called when a question ends, before its call continues. */
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

  has({ request }: OpenQuestion): boolean {
    return this.byId.has(request.id)
  }

  /** Returns the open question of a row, if the row was not swapped. */
  of(row: NewApproval): OpenQuestion | undefined {
    const asked = this.byId.get(row.id)
    return asked !== undefined && isSameRow(asked.row, row) ? asked : undefined
  }

  /** Opens a question. `due` is called when it expires. */
  open(parts: StoredQuestion, timeoutMs: number, due: (asked: OpenQuestion) => void): OpenQuestion {
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

  /** Ends a question. Only the first call has an effect. */
  end({ request, timer, over, resume }: OpenQuestion, end: QuestionEnd, answer: Gated<Approval>): boolean {
    if (!this.byId.delete(request.id)) return false
    clearTimeout(timer)
    this.resolved(request, end)
    over.abort()
    resume(answer)
    return true
  }
}
