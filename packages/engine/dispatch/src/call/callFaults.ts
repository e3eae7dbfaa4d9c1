import { type DispatchContext, logOfCall } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** The call in a log line, and the arguments to redact. */
interface Logged {
  readonly callId: string
  readonly context: DispatchContext
  readonly loggedArgs: ReadonlyArray<unknown>
}

/** Logs an error of a listener. */
export const logListenerFailure = (call: Logged, cause: unknown): Effect.Effect<void> =>
  logged(call, "A listener of a call failed; the call continues.", cause)

/** Logs an error of the function that asks the caller. */
export const logAskerFailure = (call: Logged, cause: unknown): Effect.Effect<void> =>
  logged(call, "The function that asks the caller for input failed; the form was cancelled.", cause)

/** Logs an error that a sandbox throws on a waiting notice. */
export const logWaitFailure = (call: Logged, cause: unknown): Effect.Effect<void> =>
  logged(call, "A sandbox failed when it was notified that its call is waiting.", cause)

export const logInvalidOutput = (call: Logged): Effect.Effect<void> =>
  about(
    call,
    Effect.logError('A tool emitted something that is not a string for "stdout" or "stderr"; it is not shown.')
  )

const logged = (call: Logged, message: string, cause: unknown): Effect.Effect<void> =>
  about(call, Effect.logError(message, Cause.die(cause)))

const about = ({ callId, context, loggedArgs }: Logged, line: Effect.Effect<void>): Effect.Effect<void> =>
  logOfCall(line, loggedArgs, callId, context)
