import type { logFormats, logLevels } from "../flags/globalFlags.ts"

/** The level and format of a log. */
export interface LogOptions {
  readonly level: (typeof logLevels)[number]
  readonly format: (typeof logFormats)[number]
  /** Receives the lines of each log entry. By default they go to standard error, in colours at a terminal. */
  readonly write?: (lines: string) => void
}
