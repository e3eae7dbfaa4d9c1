import { type Gated, refuse } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** A hook that breaks has not consented: it stops the call, and what broke is in the log. */
export const hookFailed = (cause: unknown): Gated<never> =>
  Effect.andThen(Effect.logError("A hook broke; the call was stopped.", Cause.die(cause)), stopped)

const stopped = refuse("HookStopped", "A hook stopped the call because the hook itself failed.")
