import { type ApprovalRequest, Approvals, PendingApprovals, type ToolEvent, ToolEvents } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { requestedEvent, resolvedEvent } from "./confirmationEvents.ts"
import type { OnAsk } from "./OnAsk.ts"
import { Questions } from "./Questions.ts"

/** The options of the layer. */
export interface MemoryApprovalsOptions {
  /** A function that is called with each question at once. Without it, a question waits in `PendingApprovals` for a client. */
  readonly onAsk?: OnAsk
  /** The time that a question waits, in milliseconds: more than 0 and at most 2147483647. Five minutes by default. */
  readonly timeoutMs?: number
}

/**
 * Makes the layer that asks through `onAsk` and through any number of clients, and keeps questions and answers in memory. A
 * restart withdraws the questions and forgets the answers. Throws if the options are invalid.
 *
 * ```ts
 * import { MemoryApprovals } from "toolgate/effect"
 *
 * export const atTheTerminal = MemoryApprovals.layer({
 *   onAsk: ({ summary }) => {
 *     console.log(summary)
 *     return { decision: "deny", reason: "Nobody is at the terminal." }
 *   },
 *   timeoutMs: 60_000
 * })
 * ```
 */
export const layer = (
  options: MemoryApprovalsOptions = {}
): Layer.Layer<Approvals | PendingApprovals, never, ToolEvents> => {
  const { onAsk, timeoutMs = 5 * 60_000 } = options
  if (onAsk !== undefined && typeof onAsk !== "function")
    throw new TypeError('"onAsk" has to be a function that asks a person.')
  if (!(typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= longestTimer))
    throw new RangeError(`"timeoutMs" has to be a number of milliseconds more than 0 and at most ${longestTimer}.`)
  return Layer.effectContext(
    Effect.gen(function* () {
      const events = yield* ToolEvents
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const log = (request: ApprovalRequest, message: string, cause: unknown) => {
        const { session, agent, callId, toolName } = request
        const line = cause === undefined ? Effect.logError(message) : Effect.logError(message, Cause.die(cause))
        runFork(Effect.annotateLogs(line, { session, agent, callId, tool: toolName }))
      }
      const listeners = new Set<() => void>()
      // A listener that throws delays no answer and no other listener.
      const tell = (request: ApprovalRequest, event: ToolEvent) => {
        for (const one of [() => events.publish(event), ...listeners])
          try {
            one()
          } catch (cause) {
            log(request, "A listener threw when it was told about a question.", cause)
          }
      }
      const questions = new Questions(timeoutMs, onAsk, {
        requested: (request) => tell(request, requestedEvent(request)),
        resolved: (request, end) => tell(request, resolvedEvent(request, end)),
        broke: (request, cause) =>
          log(
            request,
            cause === undefined
              ? "onAsk returned something that is no decision; the call was refused."
              : "onAsk failed; the call was refused.",
            cause
          )
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => questions.close()))
      return Context.make(Approvals, {
        obtain: (question) => questions.obtain(question),
        sessionEnded: (session) => questions.sessionEnded(session)
      }).pipe(
        Context.add(PendingApprovals, {
          list: (bounds) => Effect.sync(() => questions.list(bounds)),
          get: (id, bounds) => Effect.sync(() => questions.list(bounds).find((one) => one.id === id)),
          decide: (id, decision, bounds) => Effect.sync(() => questions.decide(id, decision, bounds)),
          listen: (changed) => {
            // Wrapped, so that a function that is passed twice is called twice.
            const listener = () => changed()
            return Effect.acquireRelease(
              Effect.sync(() => void listeners.add(listener)),
              () => Effect.sync(() => void listeners.delete(listener))
            )
          }
        })
      )
    })
  )
}

// A timer of the platform that is set to more than this fires at once.
const longestTimer = 2 ** 31 - 1
