import { lstatSync } from "node:fs"
import { posix, win32 } from "node:path"
import { homeFolder } from "./homeFolder.ts"

/**
 * Where a user's policy stands: `.config/toolgate/toolgate.yaml` in their home folder, on macOS
 * `Library/Application Support/toolgate/toolgate.yaml`, on Windows `AppData\Roaming\toolgate\toolgate.yaml`. No variable moves
 * it, `HOME`, `XDG_CONFIG_HOME` and `APPDATA` included.
 */
export const policyPath = (home: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform === "win32") return win32.join(home, "AppData", "Roaming", "toolgate", "toolgate.yaml")
  const folder = platform === "darwin" ? "Library/Application Support" : ".config"
  return posix.join(home, folder, "toolgate", "toolgate.yaml")
}

/**
 * The path of the user's policy, or `undefined` when there is none. Something that stands there and cannot be read, or a link
 * that leads nowhere, is there: loading it says so, where calling it absent would drop the policy.
 */
export const findPolicy = (home: string | undefined = homeFolder()): string | undefined => {
  if (home === undefined) return undefined
  const path = policyPath(home)
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : path
  } catch {
    return path
  }
}
