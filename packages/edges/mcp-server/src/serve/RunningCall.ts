import { randomUUID } from "node:crypto"
import type { ServerContext } from "@modelcontextprotocol/server"
import type { AskedForm, AskForm, FormAnswer, ToolExecution } from "@toolgate/core"
import { canAnswer, parseAnswer } from "./clientQuestions.ts"
import { approvalName } from "./createApprovalForm.ts"
import type { ClientFacts } from "./describeClient.ts"

/** A client's request that waits for a call. */
export interface Round {
  readonly client: ClientFacts
  readonly ctx: ServerContext
  /** Aborts when the request is cancelled or its client disconnects. */
  readonly gone: AbortSignal
}

export interface RunningCallParts {
  /** Returns the digest of the caller, tool and arguments. */
  readonly about: () => string
  readonly dispatch: (call: RunningCall) => Promise<ToolExecution>
  /** Stores the call for the client's next request. Returns false if there are too many. */
  readonly hold: (call: RunningCall) => boolean
  /** Called when the call ends without a waiting request. */
  readonly unheard: (call: RunningCall) => void
}

/** The end of one request for a call: the call's answer, or its questions by name. */
export type RoundEnd =
  | { readonly execution: ToolExecution; readonly questions?: undefined }
  | { readonly execution?: undefined; readonly questions: ReadonlyMap<string, AskedForm> }

/**
 * A call that may outlast its request. In the newer protocol, a question is the answer to a request, and the client
 * answers in its next request. Between the two requests the call waits.
 */
export class RunningCall {
  readonly id = randomUUID()
  readonly about: () => string
  /** The number of the current request, or of the last one. */
  round = 0
  private readonly dispatch: RunningCallParts["dispatch"]
  private readonly hold: RunningCallParts["hold"]
  private readonly unheard: RunningCallParts["unheard"]
  private readonly abandoned = new AbortController()
  private readonly questions = new Map<string, Question>()
  private now: Round | undefined = undefined
  private execution: Promise<ToolExecution> | undefined = undefined
  private isOver = false
  private wake = () => {}
  private progress = 0
  private sent: Promise<unknown> | undefined = undefined
  private asked = 0

  constructor({ about, dispatch, hold, unheard }: RunningCallParts) {
    this.about = about
    this.dispatch = dispatch
    this.hold = hold
    this.unheard = unheard
  }

  /** Aborts when no request will come for the call. */
  get signal(): AbortSignal {
    return this.abandoned.signal
  }

  /** Whether a request waits for the call. */
  get isServed(): boolean {
    return this.now !== undefined
  }

  /** Sends the call's progress to the client, if the request asked for progress. */
  readonly tell = ({ text }: { readonly text: string }): void => {
    const { mcpReq } = this.now?.ctx ?? {}
    const progressToken = mcpReq?._meta?.progressToken
    if (mcpReq === undefined || progressToken === undefined) return
    // Clients show each message separately, so the final line break is removed.
    const params = { progressToken, progress: ++this.progress, message: text.replace(/\r?\n$/, "") }
    this.sent = Promise.allSettled([this.sent, mcpReq.notify({ method: "notifications/progress", params })])
  }

  /** Asks a question in the answer to the client's current or next request. */
  readonly ask: AskForm = (form, over) =>
    new Promise((answer) => {
      if (!this.hold(this)) return answer({ action: "decline", reason: "Too many calls wait for an answer." })
      const name = this.nameFor(form)
      this.questions.set(name, { form, answer })
      over.addEventListener("abort", () => {
        // A client that has not returned while the question was open will not return.
        if (this.questions.delete(name) && !this.isServed) this.abandoned.abort()
      })
      setImmediate(() => this.wake())
    })

  /**
   * Waits until the call ends or asks a question. The request brings the answers to earlier questions. If it is
   * cancelled or its client disconnects, the call ends.
   */
  async serve(round: Round): Promise<RoundEnd> {
    const { client, ctx, gone } = round
    const leave = () => this.abandoned.abort()
    this.now = round
    this.round++
    gone.addEventListener("abort", leave, { once: true })
    if (gone.aborted) leave()
    try {
      // Starts the call only now, so that its progress has a receiver.
      this.execution ??= this.begun()
      this.take(ctx.mcpReq.inputResponses ?? {})
      // Lets concurrent questions share one answer.
      if (this.questions.size > 0) await new Promise(setImmediate)
      while (!this.isOver && !this.isAsking(client)) await this.woken()
      // Progress goes out before the answer.
      await this.sent
      return this.isOver
        ? { execution: await this.execution }
        : { questions: new Map([...this.questions].map(([name, { form }]) => [name, form])) }
    } finally {
      gone.removeEventListener("abort", leave)
      this.now = undefined
    }
  }

  private begun(): Promise<ToolExecution> {
    const execution = this.dispatch(this)
    const over = () => {
      this.isOver = true
      if (this.isServed) this.wake()
      else this.unheard(this)
    }
    execution.then(over, over)
    return execution
  }

  /** Returns the tool's name for a question, made unique. */
  private nameFor({ name }: AskedForm): string {
    const own = `input-${++this.asked}`
    return name === undefined || name === approvalName || this.questions.has(name) ? own : name
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  /** Hands a client's answers to their questions. Unanswered questions stay open. */
  private take(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, { form, answer }] of this.questions) {
      if (!Object.hasOwn(answers, name)) continue
      this.questions.delete(name)
      answer(parseAnswer(answers[name], form))
    }
  }

  /** Whether an open question suits the client. Declines the questions that do not. */
  private isAsking(client: ClientFacts): boolean {
    for (const [name, { form, answer }] of this.questions) {
      if (canAnswer(client, form)) continue
      this.questions.delete(name)
      answer({ action: "decline", reason: "The client cannot be asked." })
    }
    return this.questions.size > 0
  }
}

interface Question {
  readonly form: AskedForm
  readonly answer: (answer: FormAnswer) => void
}
