import * as Context from "effect/Context"

/** How many calls run at once. What is over waits its turn; waiting for a person holds no place. */
export const DispatchLimits = Context.Reference<{
  readonly callsPerSession: number
  /** Shared between all sessions, in turn. */
  readonly callsInAll: number
}>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64 }) })

/** Under a limit below one, or none at all, every call would wait for ever: such a gate does not open. */
export const checked = (limits: (typeof DispatchLimits)["Service"]) => {
  for (const name of ["callsPerSession", "callsInAll"] as const)
    if (!(limits[name] >= 1))
      throw new RangeError(`The limit "${name}" has to be a number from 1; it says how many calls run at once.`)
  return limits
}
