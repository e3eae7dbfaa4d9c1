import { eitherFolders, type Folders, start } from "./Folders.ts"
import { eitherVariables, noVariables, type Variables, withoutVariables } from "./Variables.ts"

/**
 * The state of the shell where a command begins, as far as it is known: the folders in which the shell may be, and the
 * variables that the text has set.
 */
export interface ShellState {
  readonly folders: Folders
  readonly variables: Variables
  /** Whether something is piped or redirected to the commands. */
  readonly isFed: boolean
}

/** The states in which a command leaves the shell: one for success, one for failure. */
export interface Ends {
  readonly ok: ShellState
  readonly failed: ShellState
}

/** The state in which a text begins. */
export const fresh: ShellState = { folders: start, variables: noVariables, isFed: false }

/** Returns the ends of a command that leaves the shell as it is. */
export const stays = (at: ShellState): Ends => ({ ok: at, failed: at })

/** Returns what is known when the shell is in either of two states. */
export const either = (one: ShellState, other: ShellState): ShellState =>
  one === other
    ? one
    : {
        folders: eitherFolders(one.folders, other.folders),
        variables: eitherVariables(one.variables, other.variables),
        isFed: one.isFed || other.isFed
      }

/** Returns a state in which nothing is known of some variables. */
export const forgetting = (at: ShellState, names: ReadonlySet<string>): ShellState => ({
  ...at,
  variables: withoutVariables(at.variables, names)
})
