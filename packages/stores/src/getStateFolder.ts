import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Returns Toolgate's folder in the user's state directory. */
export const getStateFolder = (): string => {
  const given = process.env.XDG_STATE_HOME
  // The XDG specification says to ignore a relative path.
  return join(given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state"), "toolgate")
}
