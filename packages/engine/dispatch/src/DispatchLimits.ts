import { queueMs as usualQueueMs } from "@toolgate/core"
import * as Context from "effect/Context"

/** The limits as a gate keeps them. */
export interface CheckedLimits {
  /** The number of calls of one session that run at once: 4 by default. */
  readonly callsPerSession: number
  /** The number of calls that run at once: 64 by default. All sessions share these places: agents in turn, then the sessions of an agent. */
  readonly callsInAll: number
  /**
   * The time that a call waits for something that other calls use, in milliseconds: one of all places, a file, a process of a pool.
   * After that, the call ends and has not run. A call that waits for others of its session waits longer.
   */
  readonly queueMs: number
}

/**
 * The number of calls that may run at once, and how long one waits for what others use: 30 s by default. Further calls wait for their
 * turn. A call that waits for a person holds no place.
 */
export const DispatchLimits = Context.Reference<
  Omit<CheckedLimits, "queueMs"> & { readonly queueMs?: number | undefined }
>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64 }) })

/** Returns the limits, or throws: under a limit below one, or one that is no number, every call would wait for ever. */
export const checkLimits = ({
  queueMs = usualQueueMs,
  ...limits
}: (typeof DispatchLimits)["Service"]): CheckedLimits => {
  for (const name of ["callsPerSession", "callsInAll"] as const)
    if (!(limits[name] >= 1))
      throw new RangeError(`The limit "${name}" has to be 1 or more: it is the number of calls that may run at once.`)
  if (!(queueMs > 0))
    throw new RangeError(
      'The limit "queueMs" has to be more than 0: it is the time that a call waits for others, in milliseconds.'
    )
  return { ...limits, queueMs }
}
