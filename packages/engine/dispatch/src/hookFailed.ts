import { type DispatchContext, type Gated, refused } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { callFields } from "./callFields.ts"

/** Stops the call because a hook broke, and logs what broke. A hook that breaks has not consented. */
export const hookFailed = (cause: unknown, callId: string, context: DispatchContext): Gated<never> =>
  Effect.andThen(logHookFailure(cause, callId, context), Effect.fail(hookBroke))

export const logHookFailure = (cause: unknown, callId: string, context: DispatchContext) =>
  Effect.logError("A hook broke; the call was stopped.", Cause.isCause(cause) ? cause : Cause.die(cause)).pipe(
    Effect.annotateLogs(callFields(callId, context))
  )

export const hookBroke = refused("HookStopped", "A hook stopped the call because the hook itself failed.", {
  userVisible: false
})
