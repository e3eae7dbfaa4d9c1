import { randomUUID } from "node:crypto"
import type { ServerContext } from "@modelcontextprotocol/server"
import type { AskedForm, AskForm, FormAnswer, ToolExecution } from "@toolgate/core"
import { approvalName } from "./approvalForm.ts"
import type { ClientFacts } from "./clientOf.ts"
import { answerIn, canAnswer } from "./clientQuestions.ts"

/** A request of a client that waits for a call. */
export interface Round {
  readonly client: ClientFacts
  readonly ctx: ServerContext
  /** A signal that the request was cancelled, or its client is gone. */
  readonly gone: AbortSignal
}

/** The parts of a call that runs. */
export interface RunningCallParts {
  /** Returns the digest of the caller, the tool and the arguments. */
  readonly about: () => string
  readonly dispatch: (call: RunningCall) => Promise<ToolExecution>
  /** Keeps the call for the client's next request. Returns false if there are too many such calls. */
  readonly hold: (call: RunningCall) => boolean
  /** Called when the call has ended while no request waited for it. */
  readonly unheard: (call: RunningCall) => void
}

/** The outcome of one request for a call: the answer to the call, or the questions that the call waits for, by name. */
export type RoundEnd =
  | { readonly execution: ToolExecution; readonly questions?: undefined }
  | { readonly execution?: undefined; readonly questions: ReadonlyMap<string, AskedForm> }

/**
 * A call that may outlast the request that began it. In the newer protocol, the answer to a request asks the client, which answers with
 * its next request: between the two the call waits, and nobody is there.
 */
export class RunningCall {
  readonly id = randomUUID()
  readonly about: () => string
  /** The number of the request that waits for the call, or was the last one to. */
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

  /** A signal that is aborted when nobody waits for the call any more. */
  get signal(): AbortSignal {
    return this.abandoned.signal
  }

  /** Whether a request waits for the call. */
  get isServed(): boolean {
    return this.now !== undefined
  }

  /** Sends what the call prints to the client, if its request wants to know. */
  readonly tell = ({ text }: { readonly text: string }): void => {
    const { mcpReq } = this.now?.ctx ?? {}
    const progressToken = mcpReq?._meta?.progressToken
    if (mcpReq === undefined || progressToken === undefined) return
    // A client shows each message by itself, so that the end of its last line ends nothing.
    const params = { progressToken, progress: ++this.progress, message: text.replace(/\r?\n$/, "") }
    this.sent = Promise.allSettled([this.sent, mcpReq.notify({ method: "notifications/progress", params })])
  }

  /** Asks with the answer to the client's request, or to its next one. */
  readonly ask: AskForm = (form, over) =>
    new Promise((answer) => {
      if (!this.hold(this)) return answer({ action: "decline", reason: "Too many calls wait for an answer." })
      const name = this.nameFor(form)
      this.questions.set(name, { form, answer })
      over.addEventListener("abort", () => {
        // Who has not come back while the question was open does not come back.
        if (this.questions.delete(name) && !this.isServed) this.abandoned.abort()
      })
      setImmediate(() => this.wake())
    })

  /**
   * Waits, for a request, until the call has ended or asks. The request brings the answers to what was asked before. If it is cancelled,
   * or its client is gone, the call ends.
   */
  async serve(round: Round): Promise<RoundEnd> {
    const { client, ctx, gone } = round
    const leave = () => this.abandoned.abort()
    this.now = round
    this.round++
    gone.addEventListener("abort", leave, { once: true })
    if (gone.aborted) leave()
    try {
      // From here on, what the call prints has somebody to go to.
      this.execution ??= this.begun()
      this.take(ctx.mcpReq.inputResponses ?? {})
      // What is asked at once goes to the client at once.
      if (this.questions.size > 0) await new Promise(setImmediate)
      while (!this.isOver && !this.isAsking(client)) await this.woken()
      // What the call printed is told before its answer.
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

  /** Returns the tool's own name for a question, if no other question has it. */
  private nameFor({ name }: AskedForm): string {
    const own = `input-${++this.asked}`
    return name === undefined || name === approvalName || this.questions.has(name) ? own : name
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  /** Hands the answers of a client to the questions that they are for. A question without an answer stays open. */
  private take(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, { form, answer }] of this.questions) {
      if (!Object.hasOwn(answers, name)) continue
      this.questions.delete(name)
      answer(answerIn(answers[name], form))
    }
  }

  /** Whether there is a question that the client can answer. Those that it cannot are declined. */
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
