import type { CommandPlace } from "./CommandPlace.ts"

/**
 * The way in which a program starts another, if it does little else. A rule that allows the program does not cover what
 * it starts.
 */
export interface Launcher {
  /** The program does nothing but start the command, so that a rule that covers the command covers the whole. */
  readonly only?: true
  /** The options before the command. Left out: they are not known, and any word may begin the command. */
  readonly options?: string
  /** The places of commands. */
  readonly commands?: ReadonlyArray<CommandPlace>
  /** The options with which the program starts nothing. */
  readonly startsNothing?: string
  /** The options that change a variable, by its name. */
  readonly sets?: Readonly<Record<string, string>>
  /** The options whose value is a variable that is taken away. */
  readonly unsets?: string
  /** Words such as `A=b` before the command set variables for it. */
  readonly variables?: true
  /** A shell reads the words itself, so that the command may be one of its builtins. */
  readonly inShell?: true
  /**
   * The shell that reads texts. `like-sh`: one that reads plain words as `sh` does, and other texts as a guess only. `other`: one whose
   * texts are read as a guess only.
   */
  readonly shell?: "bash" | "sh" | "like-sh" | "other"
}
