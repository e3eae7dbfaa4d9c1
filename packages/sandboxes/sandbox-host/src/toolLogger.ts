import type { Permit, ToolLogger } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Fiber } from "effect/Fiber"

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>

/**
 * Returns a logger for one call. Fields of the tool's own stand under `fields`, where they cannot pass for the gate's.
 */
export const toolLogger = (permit: Permit, runFork: RunFork): ToolLogger => {
  const write =
    (log: (...message: ReadonlyArray<unknown>) => Effect.Effect<void>): ToolLogger["info"] =>
    (message, fields) => {
      runFork(
        log(message).pipe(Effect.annotateLogs({ ...(fields === undefined ? {} : { fields }), ...callFields(permit) }))
      )
    }
  return {
    debug: write(Effect.logDebug),
    info: write(Effect.logInfo),
    warn: write(Effect.logWarning),
    error: write(Effect.logError)
  }
}

/** Returns the annotations that every log line of a call carries. */
export const callFields = ({ request: { callId, context, tool } }: Permit) => ({
  callId,
  session: context.session,
  turn: context.turn,
  agent: context.principal.agent,
  tool: tool.name
})
