import type { logFormats, logLevels } from "./globalFlags.ts"

/** How much is logged, and for whom. */
export interface LogOptions {
  readonly level: (typeof logLevels)[number]
  readonly format: (typeof logFormats)[number]
  /** Takes the lines of each thing that is logged; without it standard error does, in colours where it is a terminal. */
  readonly write?: (lines: string) => void
}
