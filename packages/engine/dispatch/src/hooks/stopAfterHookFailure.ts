import { type DispatchContext, type Gated, logOfCall, refused, type ToolCall } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** Stops the call because a hook failed, and logs the error. A failing hook has not consented. */
export const stopAfterHookFailure = (cause: unknown, call: ToolCall, context: DispatchContext): Gated<never> =>
  Effect.andThen(logHookFailure(cause, [call.args ?? call.argsText], call.id, context), Effect.fail(hookBroke))

export const logHookFailure = (
  cause: unknown,
  args: ReadonlyArray<unknown>,
  callId: string,
  context: DispatchContext
): Effect.Effect<void> =>
  logOfCall(
    Effect.logError("A hook failed; the call was stopped.", Cause.isCause(cause) ? cause : Cause.die(cause)),
    args,
    callId,
    context
  )

export const hookBroke = refused("HookStopped", "A hook stopped the call because the hook itself failed.", {
  userVisible: false
})
