import type { Permit, ToolLogger } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Fiber } from "effect/Fiber"

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>

/** A log for one call. What the tool adds stands under `fields`, where it cannot pass for what the gate says. */
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

/** What every line of a log says about the call it belongs to. */
export const callFields = ({ request: { callId, context, tool } }: Permit) => ({
  callId,
  session: context.session,
  turn: context.turn,
  agent: context.principal.agent,
  tool: tool.name
})
