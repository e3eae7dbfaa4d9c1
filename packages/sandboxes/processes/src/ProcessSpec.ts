import type { Confiner } from "./Confinement.ts"
import type { ProcessLimits } from "./limits/ProcessLimits.ts"

/** The program to start, with its confinement and limits. */
export interface ProcessSpec {
  /**
   * The program and its arguments, without a shell. A program name without a slash is searched in the `PATH` of
   * `environment`.
   */
  readonly words: readonly [string, ...ReadonlyArray<string>]
  /** The working folder, as an absolute path. */
  readonly workingFolder: string
  /** All environment variables. The gate adds `TOOLGATE_CHANNEL`: "3" or "stdio". */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
  /** The confinement of the process. `"none"`: the process runs with all rights of the current user. */
  readonly confinement: Confiner | "none"
  /**
   * The channel between the process and its starter. `descriptor`: descriptor 3, open in both directions. `stdio`:
   * standard input and output.
   */
  readonly channel: "descriptor" | "stdio"
  /** Standard input, unless it is the channel. */
  readonly input: "nothing" | "inherited"
}
