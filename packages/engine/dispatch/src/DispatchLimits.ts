import { queueMs } from "@toolgate/core"
import * as Context from "effect/Context"

/** The number of calls that may run at once. Further calls wait for their turn. A call that waits for a person holds no place. */
export const DispatchLimits = Context.Reference<{
  readonly callsPerSession: number
  /** All sessions share these places, in turn. */
  readonly callsInAll: number
  /**
   * The time that a call waits for something that other calls use, in milliseconds: one of all places, a file, a process of a pool.
   * After that, the call ends and has not run. A call that waits for others of its session waits longer.
   */
  readonly queueMs: number
}>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64, queueMs }) })

/** Returns the limits, or throws: under a limit below one, or one that is no number, every call would wait for ever. */
export const checked = (limits: (typeof DispatchLimits)["Service"]) => {
  for (const name of ["callsPerSession", "callsInAll"] as const)
    if (!(limits[name] >= 1))
      throw new RangeError(`The limit "${name}" has to be 1 or more: it is the number of calls that may run at once.`)
  if (!(limits.queueMs > 0))
    throw new RangeError(
      'The limit "queueMs" has to be a number of milliseconds above 0: the time that a call waits for others.'
    )
  return limits
}
