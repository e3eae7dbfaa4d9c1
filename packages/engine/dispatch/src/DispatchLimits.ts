import * as Context from "effect/Context"

/** The number of calls that may run at once. Further calls wait for their turn. A call that waits for a person holds no place. */
export const DispatchLimits = Context.Reference<{
  readonly callsPerSession: number
  /** All sessions share these places, in turn. */
  readonly callsInAll: number
}>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64 }) })

/** Returns the limits, or throws: under a limit below one, or one that is no number, every call would wait for ever. */
export const checked = (limits: (typeof DispatchLimits)["Service"]) => {
  for (const name of ["callsPerSession", "callsInAll"] as const)
    if (!(limits[name] >= 1))
      throw new RangeError(`The limit "${name}" has to be 1 or more: it is the number of calls that may run at once.`)
  return limits
}
