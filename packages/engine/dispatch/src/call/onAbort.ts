import type { Refused } from "@toolgate/core"
import { cancelled } from "../reasons.ts"

interface Watcher {
  willEnd(reason: Refused): void
  end(reason: Refused): void
}

interface Watched {
  readonly watchers: Set<Watcher>
  readonly listener: () => void
}

const watched = new WeakMap<AbortSignal, Watched>()

/**
 * Ends the watcher once the signal is aborted. Returns a function that stops watching. All watchers of a signal share one listener,
 * because a signal goes through all its listeners to remove one. Throws what a signal of an app's own throws.
 */
export const onAbort = (signal: AbortSignal, watcher: Watcher): (() => void) => {
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
  const watchers = new Set<Watcher>()
  const listener = () => {
    for (const watcher of watchers) watcher.willEnd(cancelled)
    for (const watcher of watchers) watcher.end(cancelled)
  }
  const made = { watchers, listener }
  signal.addEventListener("abort", listener, { once: true })
  watched.set(signal, made)
  return made
}
