import type { logFormats, logLevels } from "../flags/globalFlags.ts"

/** The options of a log: how much is logged, and in which format. */
export interface LogOptions {
  readonly level: (typeof logLevels)[number]
  readonly format: (typeof logFormats)[number]
  /** Takes the lines of each log entry. Absent: they are written to standard error, in colours if it is a terminal. */
  readonly write?: (lines: string) => void
}
