import { createLazyPino, type WrittenLog } from "../log/createLazyPino.ts"
import type { LogOptions } from "../log/LogOptions.ts"
import type { RunnerConsole } from "./RunnerConsole.ts"

/**
 * Returns the log of a supervised runner. Its lines go through the console, so that none interrupts a question or a
 * line of the runner.
 */
export const createRunnerLog = (options: LogOptions, console: RunnerConsole): WrittenLog => {
  const log = createLazyPino({ ...options, write: (lines) => console.say(lines) })
  // A refused child is already reported as an event. A warning would report it again.
  return { ...log, warn: (fields, message) => log["child" in fields ? "info" : "warn"](fields, message) }
}
