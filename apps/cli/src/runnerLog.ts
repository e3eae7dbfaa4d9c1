import type { LogOptions } from "./LogOptions.ts"
import { lazyPino, type WrittenLog } from "./lazyPino.ts"
import type { RunnerConsole } from "./RunnerConsole.ts"

/** What is logged while a runner is supervised, in lines of its console: none lands in a question or in a line of the runner's. */
export const runnerLog = (options: LogOptions, console: RunnerConsole): WrittenLog => {
  const log = lazyPino({ ...options, write: (lines) => console.say(lines) })
  // That a child was refused is told as what happened, and would be warned of a second time.
  return { ...log, warn: (fields, message) => log["child" in fields ? "info" : "warn"](fields, message) }
}
