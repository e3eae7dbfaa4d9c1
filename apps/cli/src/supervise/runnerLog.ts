import type { LogOptions } from "../log/LogOptions.ts"
import { lazyPino, type WrittenLog } from "../log/lazyPino.ts"
import type { RunnerConsole } from "./RunnerConsole.ts"

/**
 * Returns the log of a supervised runner. Its lines go through the console, so that none interrupts a question or a
 * line of the runner.
 */
export const runnerLog = (options: LogOptions, console: RunnerConsole): WrittenLog => {
  const log = lazyPino({ ...options, write: (lines) => console.say(lines) })
  // A refused child is already reported as an event. A warning would report it again.
  return { ...log, warn: (fields, message) => log["child" in fields ? "info" : "warn"](fields, message) }
}
