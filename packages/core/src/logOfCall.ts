import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { DispatchContext } from "./DispatchContext.ts"

/**
 * The arguments of the call that a log line is about, and those of the calls that made it. A logger leaves out of the
 * line what these arguments show to be a secret.
 */
export const LoggedArgs = Context.Reference<ReadonlyArray<unknown>>("@toolgate/core/LoggedArgs", {
  defaultValue: () => []
})

/** Returns a log line with the names of the call that it is about, and with the arguments whose secrets it must not show. */
export const logOfCall = (
  line: Effect.Effect<void>,
  args: ReadonlyArray<unknown>,
  callId: string,
  { session, turn, principal }: DispatchContext,
  tool?: string
): Effect.Effect<void> =>
  line.pipe(
    Effect.annotateLogs({
      callId,
      session,
      turn,
      agent: principal.agent,
      ...(tool === undefined ? {} : { tool })
    }),
    Effect.provideService(LoggedArgs, args)
  )
