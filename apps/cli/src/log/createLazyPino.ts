import type { PinoLogger } from "toolgate/effect"
import { escapeLogLine } from "./escapeLogLine.ts"
import type { LogOptions } from "./LogOptions.ts"

/** A log, with a function that resolves when everything so far has been written. */
export type WrittenLog = PinoLogger.PinoLike & { readonly written: () => Promise<void> }

/** Returns a logger that loads pino with its first line. Most calls log nothing, and loading pino takes a tenth of their time. */
export const createLazyPino = (options: LogOptions): WrittenLog => {
  let loading: Promise<PinoLogger.PinoLike> | undefined
  let written: Promise<void> = Promise.resolve()
  const least = severities.indexOf(options.level)
  const isLevelEnabled = (severity: string) => (severities as ReadonlyArray<string>).indexOf(severity) >= least
  const at = (severity: Exclude<LogOptions["level"], "silent">) => (fields: object, message: string) => {
    if (!isLevelEnabled(severity)) return
    loading ??= import("./createPinoLogger.ts").then(({ createPinoLogger }) =>
      createPinoLogger({ ...options, inert: escapeLogLine })
    )
    const loaded = loading
    written = written.then(async () => (await loaded)[severity](fields, message))
  }
  return {
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("fatal"),
    isLevelEnabled,
    written: () => written
  }
}

const severities: ReadonlyArray<LogOptions["level"]> = ["trace", "debug", "info", "warn", "error", "fatal", "silent"]
