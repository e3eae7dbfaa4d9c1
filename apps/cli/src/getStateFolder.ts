import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Returns the path of a folder of this program in the user's state directory. */
export const getStateFolder = (name: string): string => join(stateDirectory(), "toolgate", name)

// The XDG specification requires relative paths to be ignored.
const stateDirectory = (): string => {
  const given = process.env.XDG_STATE_HOME
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state")
}
