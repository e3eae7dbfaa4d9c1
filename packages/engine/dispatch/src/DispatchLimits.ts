import { queueMs as usualQueueMs } from "@toolgate/core"
import * as Context from "effect/Context"

/** The validated limits of a gate. */
export interface CheckedLimits {
  /** Concurrent calls per session. 4 by default. */
  readonly callsPerSession: number
  /** Concurrent calls in total. 64 by default. Agents share these slots in turn, then the sessions of each agent. */
  readonly callsInAll: number
  /**
   * The time that a call waits for shared resources (a slot, a file, a worker of a pool), in milliseconds. After that, the
   * call ends without running. Waiting for other calls of the same session is not limited.
   */
  readonly queueMs: number
}

/**
 * The number of concurrent calls, and the time that a call waits for shared resources (30 s by default). Further calls
 * queue. A call that waits for a person occupies no slot.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DispatchLimits } from "@toolgate/dispatch"
 * import * as Effect from "effect/Effect"
 *
 * const read = Effect.map(DispatchLimits, ({ callsPerSession }) => callsPerSession)
 * assert.equal(await Effect.runPromise(read), 4)
 * // Set other limits.
 * const limits = { callsPerSession: 1, callsInAll: 8 }
 * assert.equal(await Effect.runPromise(Effect.provideService(read, DispatchLimits, limits)), 1)
 * ```
 */
export const DispatchLimits = Context.Reference<
  Omit<CheckedLimits, "queueMs"> & { readonly queueMs?: number | undefined }
>("@toolgate/dispatch/DispatchLimits", { defaultValue: () => ({ callsPerSession: 4, callsInAll: 64 }) })

/** Validates the limits. Throws if a limit is not a number or too low, because every call would wait forever. */
export const checkLimits = ({
  queueMs = usualQueueMs,
  ...limits
}: (typeof DispatchLimits)["Service"]): CheckedLimits => {
  for (const name of ["callsPerSession", "callsInAll"] as const)
    if (!(limits[name] >= 1))
      throw new RangeError(`The limit "${name}" must be 1 or more: it is the number of concurrent calls.`)
  if (!(queueMs > 0))
    throw new RangeError('The limit "queueMs" must be more than 0: it is a waiting time in milliseconds.')
  return { ...limits, queueMs }
}
