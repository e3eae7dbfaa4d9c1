import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

/**
 * Returns Toolgate's folder in the user's state directory.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isAbsolute } from "node:path"
 * import { stateFolder } from "@toolgate/stores/sqlite"
 *
 * assert(isAbsolute(stateFolder()))
 * assert.match(stateFolder(), /toolgate$/)
 * ```
 */
export const stateFolder = (): string => {
  const given = process.env.XDG_STATE_HOME
  // The XDG specification says to ignore a relative path.
  return join(given !== undefined && isAbsolute(given) ? given : join(homedir(), ".local", "state"), "toolgate")
}
