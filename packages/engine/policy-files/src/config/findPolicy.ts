import { lstatSync } from "node:fs"
import { posix, win32 } from "node:path"
import { getHomeFolder } from "./getHomeFolder.ts"

/**
 * Returns the path of a user's policy in the home folder: `.config/toolgate/toolgate.yaml` on Linux,
 * `Library/Application Support/toolgate/toolgate.yaml` on macOS, and `AppData\Roaming\toolgate\toolgate.yaml` on
 * Windows. No environment variable changes the path, including `HOME`, `XDG_CONFIG_HOME` and `APPDATA`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getPolicyPath } from "@toolgate/policy-files"
 *
 * assert.equal(getPolicyPath("/home/ada", "linux"), "/home/ada/.config/toolgate/toolgate.yaml")
 * ```
 */
export const getPolicyPath = (home: string, platform: NodeJS.Platform = process.platform): string => {
  if (platform === "win32") return win32.join(home, "AppData", "Roaming", "toolgate", "toolgate.yaml")
  const folder = platform === "darwin" ? "Library/Application Support" : ".config"
  return posix.join(home, folder, "toolgate", "toolgate.yaml")
}

/**
 * Returns the path of the user's policy; `undefined` if the user has none. An unreadable file or a broken link counts
 * as a policy: loading it fails, whereas ignoring it would drop the policy.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { findPolicy, getPolicyPath } from "@toolgate/policy-files"
 * import { putFile } from "@toolgate/testing"
 *
 * await using home = await mkdtempDisposable(join(tmpdir(), "home-"))
 * assert.equal(findPolicy(home.path), undefined)
 * putFile(getPolicyPath(home.path), "version: 1\n")
 * assert.equal(findPolicy(home.path), getPolicyPath(home.path))
 * ```
 */
export const findPolicy = (home: string | undefined = getHomeFolder()): string | undefined => {
  if (home === undefined) return undefined
  const path = getPolicyPath(home)
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : path
  } catch {
    return path
  }
}
