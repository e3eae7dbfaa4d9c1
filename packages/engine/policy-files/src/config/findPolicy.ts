import { lstatSync } from "node:fs"
import { posix, win32 } from "node:path"
import { homeFolder } from "./homeFolder.ts"

/**
 * Returns the path of a user's policy in the home folder: `.config/toolgate/toolgate.yaml` on Linux,
 * `Library/Application Support/toolgate/toolgate.yaml` on macOS, and `AppData\Roaming\toolgate\toolgate.yaml` on
 * Windows. No environment variable changes the path, including `HOME`, `XDG_CONFIG_HOME` and `APPDATA`.
 */
export const policyPath = (home: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform === "win32") return win32.join(home, "AppData", "Roaming", "toolgate", "toolgate.yaml")
  const folder = platform === "darwin" ? "Library/Application Support" : ".config"
  return posix.join(home, folder, "toolgate", "toolgate.yaml")
}

/**
 * Returns the path of the user's policy; `undefined` if there is none. A file that cannot be read, or a link that leads
 * nowhere, counts as a policy: loading it fails with an error, whereas ignoring it would drop the policy.
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
