import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { DispatchContext } from "./DispatchContext.ts"

/** The arguments of the call in a log line and of its parent calls. A logger redacts the secrets in these arguments. */
export const LoggedArgs = Context.Reference<ReadonlyArray<unknown>>("@toolgate/core/LoggedArgs", {
  defaultValue: () => []
})

/** Annotates a log line with its call and the arguments to redact. */
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
