/** A signal that follows another one, and may have a time limit. */
export interface LimitedSignal {
  readonly signal: AbortSignal
  /** Ends the time limit. */
  readonly stopClock: () => void
  /** Ends the time limit, and no longer follows the other signal. */
  readonly release: () => void
  /** Aborts the signal. */
  readonly abort: () => void
}

/** The reason of a signal whose time is over. */
export const timeIsOver: unique symbol = Symbol("time is over")

/** Makes a signal that aborts with another one, or with `timeIsOver`. Throws if the other one has aborted. */
export const limitSignal = (followed: AbortSignal | undefined, ms: number | undefined): LimitedSignal => {
  followed?.throwIfAborted()
  const own = new AbortController()
  const follow = () => own.abort(followed?.reason)
  followed?.addEventListener("abort", follow)
  const timer = ms === undefined ? undefined : setTimeout(() => own.abort(timeIsOver), Math.min(ms, longestTimer))
  const stopClock = () => clearTimeout(timer)
  const release = () => {
    stopClock()
    followed?.removeEventListener("abort", follow)
  }
  const abort = () => {
    release()
    own.abort()
  }
  return { signal: own.signal, stopClock, release, abort }
}

/** A longer timer would run out at once. */
const longestTimer = 2 ** 31 - 1
