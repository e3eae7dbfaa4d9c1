import type { Refused } from "@toolgate/core"
import { cancelled, deadlinePassed, noSignal } from "../reasons.ts"

interface Endable {
  willEnd(reason: Refused): void
  end(reason: Refused): void
}

/** A watch: how to stop it, and a reason to end the call at once. */
interface Watch {
  readonly stop: (() => void) | undefined
  readonly ended: Refused | undefined
}

/** Ends a call at its deadline or when its signal is aborted, until `stop` is called. */
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

// `setTimeout` overflows above this delay. A later deadline needs no timer.
const longestTimeout = 2 ** 31 - 1

interface Watched {
  readonly watchers: Set<Endable>
  readonly listener: () => void
}

const watched = new WeakMap<AbortSignal, Watched>()

/**
 * Ends the watcher when the signal is aborted. Returns a function that stops watching. All watchers of a signal share one
 * listener, because removing a listener is linear in their number. Throws errors of a custom signal.
 */
const onAbort = (signal: AbortSignal, watcher: Endable): (() => void) => {
  const { watchers, listener } = watched.get(signal) ?? watch(signal)
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    watched.delete(signal)
    try {
      signal.removeEventListener("abort", listener)
    } catch {
      // Only a custom signal can throw here. Its further events have no effect.
    }
  }
}

const watch = (signal: AbortSignal): Watched => {
  const watchers = new Set<Endable>()
  const listener = () => {
    for (const watcher of watchers) watcher.willEnd(cancelled)
    for (const watcher of watchers) watcher.end(cancelled)
  }
  const made = { watchers, listener }
  signal.addEventListener("abort", listener, { once: true })
  watched.set(signal, made)
  return made
}
