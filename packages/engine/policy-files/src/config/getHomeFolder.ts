import { userInfo } from "node:os"
import { isAbsolute } from "node:path"

/**
 * Returns the home folder of the current user from the system's user database; `undefined` if the database does not
 * know the user. The environment is not consulted, because an agent can set its variables.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { userInfo } from "node:os"
 * import { getHomeFolder } from "@toolgate/policy-files"
 *
 * // The variable HOME does not change the result.
 * const { HOME } = process.env
 * process.env.HOME = "/tmp/elsewhere"
 * const folder = getHomeFolder()
 * process.env.HOME = HOME
 * assert.equal(folder, userInfo().homedir)
 * ```
 */
export const getHomeFolder = (): string | undefined => {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}
