import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Returns the folder of this program in the user's state directory. */
export const stateFolder = (): string => {
  const given = process.env.XDG_STATE_HOME
  // The specification of the variable says to ignore a path that is not absolute.
  return join(given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state"), "toolgate")
}
