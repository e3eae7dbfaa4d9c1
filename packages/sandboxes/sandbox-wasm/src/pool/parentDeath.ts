import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** The system's own: a PATH may name folders of a workspace, where a call may have put a program of its own. */
const places = ["/usr/bin/setpriv", "/bin/setpriv", "/run/current-system/sw/bin/setpriv"]

/**
 * The words before a command line that make the kernel kill the program when this process ends, however it ends; none where
 * there is nothing to do that with. A guest that spins does not notice that its socket is closed.
 */
export const diesWithParent = (): ReadonlyArray<string> => {
  const setpriv = places.find((path) => existsSync(path))
  if (setpriv === undefined) return []
  const words = ["--pdeathsig", "KILL", "--no-new-privs", "--"]
  // Smaller programs of its name know less. It is tried on itself.
  return spawnSync(setpriv, [...words, setpriv, "--version"], { stdio: "ignore", env: {} }).status === 0
    ? [setpriv, ...words]
    : []
}
