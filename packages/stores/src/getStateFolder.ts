import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/**
 * Returns Toolgate's folder in the user's state directory.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getStateFolder } from "@toolgate/stores/sqlite"
 *
 * const { XDG_STATE_HOME = "" } = process.env
 * process.env.XDG_STATE_HOME = "/srv/state"
 * const folder = getStateFolder()
 * process.env.XDG_STATE_HOME = XDG_STATE_HOME
 * assert.equal(folder, "/srv/state/toolgate")
 * ```
 */
export const getStateFolder = (): string => {
  const given = process.env.XDG_STATE_HOME
  // The XDG specification says to ignore a relative path.
  return join(given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state"), "toolgate")
}
