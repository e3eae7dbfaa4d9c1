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

/** The time limit for answering a form, in milliseconds, regardless of the edge. */
export const formMs = 5 * 60_000

/** The maximum number of forms per call. Without it, a tool could occupy a person and its slot forever. */
export const formsOfCall = 16

interface AskingCall {
  readonly callId: string
  readonly toolName: string
  /** Asks the caller; `undefined` if the caller cannot be asked. */
  readonly asker: AskForm | undefined
  readonly deadline: number | undefined
  waits(isWaiting: boolean): void
  broke(cause: unknown): void
}

/** The forms of one call. Several may be open at the same time. */
export class CallForms {
  private readonly call: AskingCall
  private readonly open = new Set<(answer: FormAnswer) => void>()
  private count = 0
  private isClosed = false
  /** The finished forms, in the order in which they ended. */
  readonly asked: Array<FormEnd> = []

  constructor(call: AskingCall) {
    this.call = call
  }

  /** Asks a form. Never fails: any problem becomes an answer. */
  ask(given: unknown): Awaitable<FormAnswer> {
    return makeAwaitable(Effect.suspend(() => this.answerTo(given)))
  }

  /** Cancels the open forms and all later ones, because the call is ending. */
  close(): void {
    this.isClosed = true
    for (const end of this.open) end(cancelled)
  }

  private answerTo(given: unknown): Effect.Effect<FormAnswer> {
    const { asker, toolName } = this.call
    if (this.isClosed) return Effect.succeed(cancelled)
    if (asker === undefined) return declined("The caller cannot be asked: it does not answer forms.")
    if (this.count >= formsOfCall) return declined(`A call may ask ${formsOfCall} forms, and this one already has.`)
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
      // The edge is third-party code: it may throw or return anything.
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
