/** The longest pause, in milliseconds. A server that asks for a longer one is not waited for. */
export const longestPauseMs = 30_000

/** Returns the pause before a repetition, in milliseconds: twice as long each time, and not the same for all clients. */
export const getPauseMs = (failures: number, random: number = Math.random()): number =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** failures) * (0.5 + random / 2)

/** Waits. Rejects with the reason of the signal if it aborts first. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })

const shortestPauseMs = 200
