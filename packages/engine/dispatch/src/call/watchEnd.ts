import type { Refused } from "@toolgate/core"
import { cancelled, deadlinePassed, noSignal } from "../reasons.ts"
import { onAbort } from "./onAbort.ts"

/** A call that can be ended. */
interface Endable {
  willEnd(reason: Refused): void
  end(reason: Refused): void
}

/** The watch of a call: how to stop it, and the reason to end the call at once, if there is one. */
interface Watch {
  readonly stop: (() => void) | undefined
  readonly ended: Refused | undefined
}

/** Ends a call when its deadline passes or its signal is aborted, until `stop` is called. */
export const watchEnd = (flight: Endable, deadline: number | undefined, signal: AbortSignal | undefined): Watch => {
  const ms = deadline === undefined ? undefined : Math.max(0, deadline - Date.now())
  const clock = ms !== undefined && ms <= longestTimeout ? setTimeout(() => flight.end(deadlinePassed), ms) : undefined
  let unlisten: (() => void) | undefined
  let ended: Refused | undefined
  try {
    if (signal?.aborted) ended = cancelled
    else if (signal !== undefined) unlisten = onAbort(signal, flight)
  } catch {
    ended = noSignal
  }
  if (clock === undefined && unlisten === undefined) return { stop: undefined, ended }
  const stop = () => {
    clearTimeout(clock)
    unlisten?.()
  }
  return { stop, ended }
}

// The longest time that a timer takes. A later deadline needs no timer.
const longestTimeout = 2 ** 31 - 1
