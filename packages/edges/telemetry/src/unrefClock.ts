import type { Clock } from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Returns a clock whose timers do not keep the process alive, so that an app that forgets to close telemetry ends. */
export const unrefClock = (clock: Clock): Clock =>
  Object.assign(Object.create(clock) as Clock, {
    sleep: (duration: Duration.Duration) => {
      const ms = Duration.toMillis(duration)
      if (!Number.isFinite(ms)) return Effect.never
      return Effect.callback<void>((resume) => {
        const timer = setTimeout(() => resume(Effect.void), ms).unref()
        return Effect.sync(() => clearTimeout(timer))
      })
    }
  })
