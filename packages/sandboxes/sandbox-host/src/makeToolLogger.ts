import { logOfCall, type Permit, type ToolLogger } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Fiber } from "effect/Fiber"

export type RunFork = <A, E>(effect: Effect.Effect<A, E>) => Fiber<A, E>

/**
 * Returns the logger of one call. The tool's fields are nested under `fields`, so that they cannot be mistaken for the
 * gate's.
 */
export const makeToolLogger = (
  { request: { callId, context, tool } }: Permit,
  args: ReadonlyArray<unknown>,
  runFork: RunFork
): ToolLogger => {
  const write =
    (log: (...message: ReadonlyArray<unknown>) => Effect.Effect<void>): ToolLogger["info"] =>
    (message, fields) => {
      const line = fields === undefined ? log(message) : Effect.annotateLogs(log(message), { fields })
      runFork(logOfCall(line, args, callId, context, tool.name))
    }
  return {
    debug: write(Effect.logDebug),
    info: write(Effect.logInfo),
    warn: write(Effect.logWarning),
    error: write(Effect.logError)
  }
}
