import { userInfo } from "node:os"
import { isAbsolute } from "node:path"

/**
 * Returns the home folder of the current user from the system's user database; `undefined` if the database does not
 * know the user. The environment is not consulted, because an agent can set its variables.
 */
export const getHomeFolder = (): string | undefined => {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}
