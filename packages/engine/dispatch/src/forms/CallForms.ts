import {
  type AskForm,
  type Awaitable,
  type FormAnswer,
  type FormEnd,
  makeAwaitable,
  type ToolForm
} from "@toolgate/core"
import * as Effect from "effect/Effect"
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

/** The forms that one call asks its caller to fill in. Several may be open at once. */
export class CallForms {
  private readonly call: AskingCall
  private readonly open = new Set<(answer: FormAnswer) => void>()
  private count = 0
  private isClosed = false
  /** The forms that were asked, in the order in which they ended. */
  readonly asked: Array<FormEnd> = []

  constructor(call: AskingCall) {
    this.call = call
  }

  /** Asks for the answer to a form. Never fails: whatever keeps the form from being asked or answered is an answer. */
  ask(given: unknown): Awaitable<FormAnswer> {
    return makeAwaitable(Effect.suspend(() => this.answerTo(given)))
  }

  /** Ends the open forms, and answers every later one as cancelled, because the call ends. */
  close(): void {
    this.isClosed = true
    for (const end of this.open) end(cancelled)
  }

  private answerTo(given: unknown): Effect.Effect<FormAnswer> {
    const { asker, toolName } = this.call
    if (this.isClosed) return Effect.succeed(cancelled)
    if (asker === undefined) return declined("Nobody can be asked for input: whoever made the call answers no forms.")
    if (this.count >= formsOfCall) return declined(`A call may ask ${formsOfCall} forms, and this one has.`)
    const form = readForm(given, toolName)
    if (typeof form === "string") return declined(`The form was not asked: ${form}`)
    this.count++
    return this.waitFor(asker, form)
  }

  private waitFor(asker: AskForm, form: ToolForm): Effect.Effect<FormAnswer> {
    return Effect.callback<FormAnswer>((resume) => {
      const { call } = this
      const { callId, toolName, deadline = Number.POSITIVE_INFINITY } = call
      const since = performance.now()
      const over = new AbortController()
      const expiry = setTimeout(() => end(cancelled), formMs)
      const end = (answer: FormAnswer): void => {
        if (!this.open.delete(end)) return
        clearTimeout(expiry)
        this.asked.push({ kind: kindOf(form), action: answer.action, waitedMs: performance.now() - since })
        call.waits(false)
        over.abort()
        resume(Effect.succeed(answer))
      }
      this.open.add(end)
      call.waits(true)
      const asked = { ...form, callId, toolName, expiresAt: Math.min(Date.now() + formMs, deadline) }
      // The edge is foreign code: it may throw, and what it returns may be anything.
      new Promise((resolve) => resolve(asker(Object.freeze(asked), over.signal))).then(
        (answer) => end(readAnswer(answer, form)),
        (cause) => {
          if (this.open.has(end)) call.broke(cause)
          end(cancelled)
        }
      )
      return Effect.sync(() => end(cancelled))
    })
  }
}

const kindOf = ({ url, prompt }: ToolForm): FormEnd["kind"] =>
  prompt === undefined ? (url === undefined ? "form" : "url") : "prompt"

const cancelled: FormAnswer = Object.freeze({ action: "cancel" })

const declined = (reason: string): Effect.Effect<FormAnswer> => Effect.succeed({ action: "decline", reason })
