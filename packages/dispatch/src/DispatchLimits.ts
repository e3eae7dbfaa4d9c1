import * as Context from "effect/Context"

/** How many calls run at once. What is over waits its turn; waiting for a person holds no place. */
export const DispatchLimits = Context.Reference<{
  readonly callsPerSession: number
  /** Shared between all sessions, in turn. */
  readonly callsInAll: number
}>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64 }) })
