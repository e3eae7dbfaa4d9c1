import { pino } from "pino"
import { prettyFactory } from "pino-pretty"
import type { PinoLogger } from "toolgate"
import type { LogOptions } from "./lazyPino.ts"

/**
 * What pino is made with. All of it is handed in: this module is loaded late, and whatever it imported would be bundled as
 * if it were needed late as well.
 */
export interface PinoOptions extends LogOptions {
  readonly redact: ReadonlyArray<string>
  /** Takes from a line what a terminal would obey. */
  readonly inert: (line: string) => string
}

/** Pino on standard error, for a person or for a program. */
export const pinoLogger = ({ level, format, redact, inert }: PinoOptions): PinoLogger.PinoLike => {
  const colorize = process.stderr.isTTY === true && (process.env.NO_COLOR ?? "") === ""
  const pretty = prettyFactory({ colorize, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss.l" })
  const shown = format === "json" ? (line: string) => line : (line: string) => pretty(inert(line))
  return pino({ level, redact: [...redact] }, { write: (line) => process.stderr.write(shown(line)) })
}
