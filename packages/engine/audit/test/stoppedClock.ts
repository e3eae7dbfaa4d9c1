import { afterEach, beforeEach, vi } from "vitest"

/**
 * Stops the clock that schedules the next attempt to write, for a group of tests, which advance it with `later.ms`. On
 * a busy machine the next attempt would otherwise be due before the next call. Timers and files are real.
 */
export const stoppedClock = (): { ms: number } => {
  const later = { ms: 0 }
  beforeEach(() => {
    // Whole milliseconds, so that adding a thousand is exact.
    const begun = Math.ceil(performance.now())
    later.ms = 0
    vi.spyOn(performance, "now").mockImplementation(() => begun + later.ms)
  })
  afterEach(() => vi.restoreAllMocks())
  return later
}
