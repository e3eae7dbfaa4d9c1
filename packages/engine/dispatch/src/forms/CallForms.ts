import { type AskForm, type Awaitable, awaitable, type FormAnswer, type FormEnd, type ToolForm } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { readAnswer } from "./readAnswer.ts"
import { readForm } from "./readForm.ts"

/** The time that a form waits for its answer, in milliseconds: the gate's own bound, whatever the edge does. */
export const formMs = 5 * 60_000

/** The number of forms that one call may ask. Without it, a tool could keep a person, and its slot, for ever. */
export const formsOfCall = 16

/** The call that asks. */
interface AskingCall {
  readonly callId: string
  readonly toolName: string
  /** The function that asks the caller, or `undefined` if nobody can be asked. */
  readonly asker: AskForm | undefined
  readonly deadline: number | undefined
  /** Called before and after the call waits for an answer. */
  waits(isWaiting: boolean): void
  /** Called with what an asking function throws or rejects with. */
  broke(cause: unknown): void
}

/** The forms that one call asks its caller to fill in, one after the other. */
export class CallForms {
  private readonly call: AskingCall
  private readonly turn = Semaphore.makeUnsafe(1)
  private open: ((answer: FormAnswer) => void) | undefined = undefined
  private isClosed = false
  /** The forms that were asked, in their order. */
  readonly asked: Array<FormEnd> = []

  constructor(call: AskingCall) {
    this.call = call
  }

  /** The time that the call has waited for answers, in milliseconds. */
  get waitedMs(): number {
    return this.asked.reduce((sum, { waitedMs }) => sum + waitedMs, 0)
  }

  /** Asks for the answer to a form. Never fails: whatever keeps the form from being asked or answered is an answer. */
  ask(given: unknown): Awaitable<FormAnswer> {
    return awaitable(this.turn.withPermits(1)(Effect.suspend(() => this.answerTo(given))))
  }

  /** Ends the open form, and answers every later one as cancelled, because the call ends. */
  close(): void {
    this.isClosed = true
    this.open?.(cancelled)
  }

  private answerTo(given: unknown): Effect.Effect<FormAnswer> {
    const { asker, toolName } = this.call
    if (this.isClosed) return Effect.succeed(cancelled)
    if (asker === undefined) return declined("Nobody can be asked for input: whoever made the call answers no forms.")
    if (this.asked.length >= formsOfCall) return declined(`A call may ask ${formsOfCall} forms, and this one has.`)
    const form = readForm(given, toolName)
    return typeof form === "string" ? declined(`The form was not asked: ${form}`) : this.waitFor(asker, form)
  }

  private waitFor(asker: AskForm, form: ToolForm): Effect.Effect<FormAnswer> {
    return Effect.callback<FormAnswer>((resume) => {
      const { call } = this
      const { callId, toolName, deadline = Number.POSITIVE_INFINITY } = call
      const since = performance.now()
      const over = new AbortController()
      const expiry = setTimeout(() => this.open?.(cancelled), formMs)
      const end = (answer: FormAnswer): void => {
        if (this.open !== end) return
        this.open = undefined
        clearTimeout(expiry)
        const kind = form.url === undefined ? "form" : "url"
        this.asked.push({ kind, action: answer.action, waitedMs: performance.now() - since })
        call.waits(false)
        over.abort()
        resume(Effect.succeed(answer))
      }
      this.open = end
      call.waits(true)
      const asked = { ...form, callId, toolName, expiresAt: Math.min(Date.now() + formMs, deadline) }
      // The edge is foreign code: it may throw, and what it returns may be anything.
      new Promise((resolve) => resolve(asker(Object.freeze(asked), over.signal))).then(
        (answer) => end(readAnswer(answer, form)),
        (cause) => {
          if (this.open === end) call.broke(cause)
          end(cancelled)
        }
      )
      return Effect.sync(() => end(cancelled))
    })
  }
}

const cancelled: FormAnswer = Object.freeze({ action: "cancel" })

const declined = (reason: string): Effect.Effect<FormAnswer> => Effect.succeed({ action: "decline", reason })
