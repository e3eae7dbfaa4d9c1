import { userInfo } from "node:os"
import { isAbsolute } from "node:path"

/**
 * The home folder that the system's user database has for whoever runs this process. Never taken from the environment, which
 * an agent can have set. `undefined` for a user that the database does not know.
 */
export const homeFolder = (): string | undefined => {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}
