import { type Folders, mergeFolders, start } from "./Folders.ts"
import { mergeVariables, noVariables, removeVariables, type Variables } from "./Variables.ts"

/**
 * The known state of the shell before a command: the folders in which the shell may be, and the variables that the
 * text has set.
 */
export interface ShellState {
  readonly folders: Folders
  readonly variables: Variables
  /** Whether the commands get input from a pipe or a redirection. */
  readonly isFed: boolean
}

/** The states in which a command leaves the shell: one for success, one for failure. */
export interface Ends {
  readonly ok: ShellState
  readonly failed: ShellState
}

/** The state in which a text begins. */
export const fresh: ShellState = { folders: start, variables: noVariables, isFed: false }

/** Returns the ends of a command that does not change the shell. */
export const stays = (at: ShellState): Ends => ({ ok: at, failed: at })

/** Merges two possible states of the shell into what is known in both. */
export const mergeStates = (one: ShellState, other: ShellState): ShellState =>
  one === other
    ? one
    : {
        folders: mergeFolders(one.folders, other.folders),
        variables: mergeVariables(one.variables, other.variables),
        isFed: one.isFed || other.isFed
      }

/** Forgets the values of some variables. */
export const forgetVariables = (at: ShellState, names: ReadonlySet<string>): ShellState => ({
  ...at,
  variables: removeVariables(at.variables, names)
})
