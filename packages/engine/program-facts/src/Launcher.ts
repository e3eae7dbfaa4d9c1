import type { CommandPosition } from "./CommandPosition.ts"

/**
 * Describes a program that does little more than start another. A rule that allows the program does not cover the
 * started one.
 */
export interface Launcher {
  /** The program only starts the command, so a rule that covers the command is enough. */
  readonly only?: true
  /** The options before the command. Left out: the options are unknown, and any word may begin the command. */
  readonly options?: string
  /** The positions of the commands that the program starts. */
  readonly commands?: ReadonlyArray<CommandPosition>
  /** The options with which the program starts nothing. */
  readonly startsNothing?: string
  /** The options that change a variable, by its name. */
  readonly sets?: Readonly<Record<string, string>>
  /** The options whose value is a variable to unset. */
  readonly unsets?: string
  /** Words such as `A=b` before the command set variables for it. */
  readonly variables?: true
  /** A shell reads the words itself, so that the command may be one of its builtins. */
  readonly inShell?: true
  /**
   * The shell that reads texts. `like-sh`: plain words are read as in `sh`, and other texts as a guess. `other`: all
   * texts are read as a guess.
   */
  readonly shell?: "bash" | "sh" | "like-sh" | "other"
}
