import { eitherFolders, type Folders, start } from "./Folders.ts"
import { eitherVariables, noVariables, type Variables, withoutVariables } from "./Variables.ts"

/** What is known of the shell where a command begins: the folders that it may be in, and what the text has set. */
export interface ShellState {
  readonly folders: Folders
  readonly variables: Variables
}

/** How a command leaves the shell when it succeeds, and how when it fails. */
export interface Ends {
  readonly ok: ShellState
  readonly failed: ShellState
}

/** How a text begins. */
export const fresh: ShellState = { folders: start, variables: noVariables }

/** A command that leaves the shell as it is. */
export const stays = (at: ShellState): Ends => ({ ok: at, failed: at })

/** What is known where either of two is so. */
export const either = (one: ShellState, other: ShellState): ShellState =>
  one === other
    ? one
    : {
        folders: eitherFolders(one.folders, other.folders),
        variables: eitherVariables(one.variables, other.variables)
      }

/** Without what is known of some variables. */
export const forgetting = (at: ShellState, names: ReadonlySet<string>): ShellState => ({
  folders: at.folders,
  variables: withoutVariables(at.variables, names)
})
