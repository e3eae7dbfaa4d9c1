import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { IdleClock } from "../../src/index.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("calls its function once no user has been there for the whole time", () => {
  const idle = vi.fn()
  const clock = new IdleClock(1_000, idle)
  const [first, second] = [clock.enter(), clock.enter()]
  vi.advanceTimersByTime(5_000)
  first()
  // Leaving twice counts once.
  first()
  vi.advanceTimersByTime(5_000)
  second()
  vi.advanceTimersByTime(999)
  const third = clock.enter()
  vi.advanceTimersByTime(5_000)
  expect(idle).not.toHaveBeenCalled()
  third()
  vi.advanceTimersByTime(1_000)
  expect(idle).toHaveBeenCalledTimes(1)
  clock.enter()()
  vi.advanceTimersByTime(5_000)
  expect(idle).toHaveBeenCalledTimes(1)
})

it("begins as if its last user had just left", () => {
  const idle = vi.fn()
  new IdleClock(1_000, idle)
  vi.advanceTimersByTime(1_000)
  expect(idle).toHaveBeenCalledTimes(1)
})
