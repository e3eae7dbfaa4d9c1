import {
  type Approval,
  type ApprovalQuestion,
  type ApprovalRequest,
  type DecisionOutcome,
  type Gated,
  type QuestionBounds,
  type QuestionEnd,
  RecentMap,
  type Refused
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { approvalExpired, approvalWithdrawn, handlerBroke, userDenied } from "./approvalRefusals.ts"
import { approvalRequest } from "./approvalRequest.ts"
import type { OnAsk } from "./OnAsk.ts"
import { isDue, type OpenQuestion } from "./OpenQuestion.ts"
import { QuestionKeys } from "./QuestionKeys.ts"
import { type GivenDecision, readDecision } from "./readDecision.ts"

/** The functions that `Questions` calls when something happens. None of them may throw. */
interface Listeners {
  readonly requested: (request: ApprovalRequest) => void
  readonly resolved: (request: ApprovalRequest, end: QuestionEnd) => void
  /** Called when `onAsk` threw or rejected with `cause`, or, if `cause` is `undefined`, returned something that is no decision. */
  readonly broke: (request: ApprovalRequest, cause: unknown) => void
}

/** The open questions, each of which ends exactly once, and the answers that are kept for a session. */
export class Questions {
  private readonly keys = new QuestionKeys()
  private readonly open = new Map<string, OpenQuestion>()
  private readonly ended = new RecentMap<{ readonly session: string; readonly end: QuestionEnd }>(remembered)
  private readonly kept = new RecentMap<{ readonly session: string; readonly decision: GivenDecision }>(remembered)
  /** The open questions whose session has ended meanwhile. Their answers are for one call. */
  private readonly outlived = new WeakSet<OpenQuestion>()
  private readonly timeoutMs: number
  private readonly onAsk: OnAsk | undefined
  private readonly tell: Listeners
  private closed = false

  constructor(timeoutMs: number, onAsk: OnAsk | undefined, tell: Listeners) {
    this.timeoutMs = timeoutMs
    this.onAsk = onAsk
    this.tell = tell
  }

  /** Returns the open questions within the bounds, in the order in which they were asked. */
  list(bounds?: QuestionBounds): ReadonlyArray<ApprovalRequest> {
    const all: Array<ApprovalRequest> = []
    for (const { request } of this.open.values()) if (isWithin(request, bounds)) all.push(request)
    return Object.freeze(all)
  }

  /** Answers a question with a kept answer, or asks somebody and waits. */
  obtain(question: ApprovalQuestion): Gated<Approval> {
    return Effect.suspend(() => {
      const toolName = question.request.tool.name
      if (this.closed) return Effect.fail(approvalWithdrawn(toolName))
      const key = this.keys.of(question)
      const known = this.kept.get(key)
      if (known !== undefined) return answered(known.decision, toolName, crypto.randomUUID(), 0)
      const request = approvalRequest(question, this.timeoutMs)
      return Effect.callback<Approval, Refused>((resume) => {
        const asked = this.ask(question, request, key, resume)
        return Effect.sync(() => this.withdraw(asked))
      })
    })
  }

  /** Takes a client's decision, of whatever shape. Never throws. */
  decide(id: string, given: unknown, bounds?: QuestionBounds): DecisionOutcome {
    // Read first: a getter in what is given may itself decide the question.
    const decision = readDecision(given)
    const asked = this.open.get(id)
    if (asked !== undefined && isDue(asked)) this.expire(asked)
    const ended = this.ended.get(id)
    if (ended !== undefined && isWithin(ended, bounds))
      return { outcome: "over", ended: ended.end, message: `This question is over: ${how[ended.end]}.` }
    if (ended !== undefined || asked === undefined || !isWithin(asked.request, bounds)) return unknown
    if (typeof decision === "string") return { outcome: "invalid", message: `This is no decision: ${decision}.` }
    this.settle(asked, decision)
    return { outcome: "decided" }
  }

  /** Forgets the answers that were kept for a session, and lets answers to its open questions hold for one call only. */
  sessionEnded(session: string): void {
    this.kept.forget((one) => one.session === session)
    for (const asked of this.open.values()) if (asked.request.session === session) this.outlived.add(asked)
  }

  /** Withdraws all open questions. Questions that come later are withdrawn at once. */
  close(): void {
    this.closed = true
    for (const asked of this.open.values()) this.withdraw(asked)
  }

  private ask(
    question: ApprovalQuestion,
    request: ApprovalRequest,
    key: string,
    resume: OpenQuestion["resume"]
  ): OpenQuestion {
    const askedAt = performance.now()
    const asked: OpenQuestion = {
      question,
      request,
      key,
      askedAt,
      dueAt: askedAt + this.timeoutMs,
      timer: setTimeout(() => this.expire(asked), this.timeoutMs),
      over: new AbortController(),
      resume
    }
    this.open.set(request.id, asked)
    this.tell.requested(request)
    // A listener may have decided the question by now.
    if (this.onAsk !== undefined && this.open.has(request.id)) this.consult(asked, this.onAsk)
    return asked
  }

  private consult(asked: OpenQuestion, onAsk: OnAsk): void {
    // Async, so that a function that throws is handled as one that rejects.
    const answer = async (): Promise<unknown> => onAsk(asked.request, asked.over.signal)
    answer().then(
      (given) => this.hear(asked, given),
      (cause) => this.breakOff(asked, cause ?? new TypeError("Rejected without a reason."))
    )
  }

  private hear(asked: OpenQuestion, given: unknown): void {
    const decision = readDecision(given)
    if (isDue(asked)) this.expire(asked)
    else if (typeof decision === "string") this.breakOff(asked, undefined)
    else this.settle(asked, decision)
  }

  private settle(asked: OpenQuestion, decision: GivenDecision): void {
    if (!this.open.has(asked.request.id)) return
    if (isKept(asked, decision) && !this.outlived.has(asked)) {
      this.kept.set(asked.key, { session: asked.request.session, decision })
      for (const other of this.open.values()) if (other.key === asked.key) this.endWith(other, decision)
    } else this.endWith(asked, decision)
  }

  private endWith(asked: OpenQuestion, decision: GivenDecision): void {
    const { id, toolName } = asked.request
    this.end(asked, decision.decision, answered(decision, toolName, id, performance.now() - asked.askedAt))
  }

  private expire(asked: OpenQuestion): void {
    this.end(asked, "expired", Effect.fail(approvalExpired(asked.request.toolName, this.timeoutMs)))
  }

  private withdraw(asked: OpenQuestion): void {
    this.end(asked, "withdrawn", Effect.fail(approvalWithdrawn(asked.request.toolName)))
  }

  private breakOff(asked: OpenQuestion, cause: unknown): void {
    // A function that gives up because the question is over has not failed.
    if (!this.open.has(asked.request.id)) return
    this.tell.broke(asked.request, cause)
    this.end(asked, "deny", Effect.fail(handlerBroke(asked.request.toolName)))
  }

  /** Ends a question. All ways to end one come here, and only the first has an effect. */
  private end({ request, timer, over, resume }: OpenQuestion, end: QuestionEnd, answer: Gated<Approval>): void {
    if (!this.open.delete(request.id)) return
    clearTimeout(timer)
    this.ended.set(request.id, { session: request.session, end })
    this.tell.resolved(request, end)
    over.abort()
    resume(answer)
  }
}

const isWithin = ({ session }: { readonly session: string }, bounds: QuestionBounds | undefined): boolean =>
  bounds?.session === undefined || bounds.session === session

const how: Readonly<Record<QuestionEnd, string>> = {
  approve: "it was approved",
  deny: "it was denied",
  expired: "nobody decided in time",
  withdrawn: "its call ended before anybody decided"
}

const unknown: DecisionOutcome = {
  outcome: "unknown",
  message:
    "There is no such question here: it may be of another gate or session, or was over so long ago that it is forgotten."
}

const answered = (decision: GivenDecision, toolName: string, id: string, waitedMs: number): Gated<Approval> =>
  decision.decision === "approve" ? Effect.succeed({ id, waitedMs }) : Effect.fail(userDenied(toolName, decision))

const isKept = ({ question, request }: OpenQuestion, { decision, scope }: GivenDecision): boolean =>
  question.onlyOnce || (scope === "session" && (decision === "deny" || request.maySpanSession))

/** The number of kept answers, and of ended questions, that are remembered. If an answer is forgotten, people are asked again. */
const remembered = 10_000
