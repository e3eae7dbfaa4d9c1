import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** System paths only. A folder in PATH may belong to a workspace, where a call may have put its own program. */
const places = ["/usr/bin/setpriv", "/bin/setpriv", "/run/current-system/sw/bin/setpriv"]

/**
 * Returns a command prefix that makes the kernel kill the program when this process ends in any way. Returns an empty
 * list if `setpriv` does not exist. A program in an endless loop would not notice that its channel has closed.
 */
export const getParentDeathPrefix = (): ReadonlyArray<string> => {
  const setpriv = places.find((path) => existsSync(path))
  if (setpriv === undefined) return []
  const words = ["--pdeathsig", "KILL", "--no-new-privs", "--"]
  // Some builds of setpriv lack options, so the prefix is tried first.
  return spawnSync(setpriv, [...words, setpriv, "--version"], { stdio: "ignore", env: {} }).status === 0
    ? [setpriv, ...words]
    : []
}
