import type { Confiner } from "./Confinement.ts"
import type { ProcessLimits } from "./limits/ProcessLimits.ts"

/** The specification of a process to start, with everything that it is held to. */
export interface ProcessSpec {
  /**
   * The program and its arguments. No shell reads them. A program without a slash is looked for in the `PATH` of
   * `environment`.
   */
  readonly words: readonly [string, ...ReadonlyArray<string>]
  /** The folder in which the process works, as an absolute path. */
  readonly workingFolder: string
  /** All variables of the process. `TOOLGATE_CHANNEL` is added: "3" or "stdio". */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
  /** The confinement that holds the process. With `"none"`, the process has all the rights of this user. */
  readonly confinement: Confiner | "none"
  /**
   * The channel between the process and its starter. `descriptor`: the descriptor 3, open both ways. `stdio`: the
   * process's standard input and output.
   */
  readonly channel: "descriptor" | "stdio"
  /** The process's standard input, if that is not its channel. */
  readonly input: "nothing" | "inherited"
}
