import type { Refused } from "@toolgate/core"
import { cancelled, deadlinePassed, noSignal } from "../reasons.ts"

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

interface Watched {
  readonly watchers: Set<Endable>
  readonly listener: () => void
}

const watched = new WeakMap<AbortSignal, Watched>()

/**
 * Ends the watcher once the signal is aborted. Returns a function that stops watching. All watchers of a signal share one listener,
 * because a signal goes through all its listeners to remove one. Throws what a signal of an app's own throws.
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
      // Only a signal of an app's own gets here. What it still calls ends nothing.
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
