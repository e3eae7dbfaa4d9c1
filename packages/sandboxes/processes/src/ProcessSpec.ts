import type { Confiner } from "./Confinement.ts"
import type { ProcessLimits } from "./limits/ProcessLimits.ts"

/** A process that is to be started, with what it is held to. */
export interface ProcessSpec {
  /** The program and its arguments. No shell reads them; a program without a slash is looked for in the `PATH` it is given. */
  readonly words: readonly [string, ...ReadonlyArray<string>]
  /** An absolute path. */
  readonly workingFolder: string
  /** All of its variables. `TOOLGATE_CHANNEL` is added: "3" or "stdio". */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
  /** The confinement that holds the process; with `"none"` it has all the rights of this user. */
  readonly confinement: Confiner | "none"
  /**
   * Where it and whoever starts it talk to each other. `descriptor`: the descriptor 3, open both ways. `stdio`: its standard input
   * and output.
   */
  readonly channel: "descriptor" | "stdio"
  /** What it reads from its standard input, where that is not its channel. */
  readonly input: "nothing" | "inherited"
}
