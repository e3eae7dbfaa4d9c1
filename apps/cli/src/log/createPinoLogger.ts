import { pino } from "pino"
import { prettyFactory } from "pino-pretty"
import type { PinoLogger } from "toolgate/effect"
import type { LogOptions } from "./LogOptions.ts"

/**
 * The options of pino, complete: this module is loaded late, and its own imports would be bundled as if they were
 * needed late too.
 */
interface PinoOptions extends LogOptions {
  /** Escapes control characters in a line. */
  readonly inert: (line: string) => string
}

/** Returns pino with output for a person or for a program. */
export const createPinoLogger = ({ level, format, inert, write }: PinoOptions): PinoLogger.PinoLike => {
  const colorize = write === undefined && process.stderr.isTTY === true && (process.env.NO_COLOR ?? "") === ""
  const pretty = prettyFactory({ colorize, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss.l" })
  const shown = format === "json" ? (line: string) => line : (line: string) => pretty(inert(line))
  const toWhom = write ?? ((lines: string) => process.stderr.write(lines))
  return pino({ level }, { write: (line) => toWhom(shown(line)) })
}
