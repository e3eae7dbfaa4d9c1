import type { PinoLogger } from "toolgate"
import type { logFormats, logLevels } from "./globalFlags.ts"
import { inertLine } from "./inertLine.ts"

/** How much is logged, and for whom. */
export interface LogOptions {
  readonly level: (typeof logLevels)[number]
  readonly format: (typeof logFormats)[number]
  /** Takes the lines of each thing that is logged; without it standard error does, in colours where it is a terminal. */
  readonly write?: (lines: string) => void
}

/** A log, and when all of it so far has been handed on. */
export type WrittenLog = PinoLogger.PinoLike & { readonly written: () => Promise<void> }

/** A logger that loads pino with its first line: most calls log nothing, and pino takes a tenth of the time they take. */
export const lazyPino = (options: LogOptions): WrittenLog => {
  let loading: Promise<PinoLogger.PinoLike> | undefined
  let written: Promise<void> = Promise.resolve()
  const least = severities.indexOf(options.level)
  const isLevelEnabled = (severity: string) => (severities as ReadonlyArray<string>).indexOf(severity) >= least
  const at = (severity: Exclude<LogOptions["level"], "silent">) => (fields: object, message: string) => {
    if (!isLevelEnabled(severity)) return
    loading ??= import("./pinoLogger.ts").then(({ pinoLogger }) => pinoLogger({ ...options, inert: inertLine }))
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
