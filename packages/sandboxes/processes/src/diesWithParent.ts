import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/**
 * The places of the system's own program. A PATH may name folders of a workspace, where a call may have put a program
 * of its own.
 */
const places = ["/usr/bin/setpriv", "/bin/setpriv", "/run/current-system/sw/bin/setpriv"]

/**
 * Returns the words before a command line that make the kernel kill the program when this process ends, however it
 * ends. Returns none if there is no program for that. A program in an endless loop does not notice that its channel
 * is closed.
 */
export const diesWithParent = (): ReadonlyArray<string> => {
  const setpriv = places.find((path) => existsSync(path))
  if (setpriv === undefined) return []
  const words = ["--pdeathsig", "KILL", "--no-new-privs", "--"]
  // Smaller programs of that name lack some options, so the program is tried on itself.
  return spawnSync(setpriv, [...words, setpriv, "--version"], { stdio: "ignore", env: {} }).status === 0
    ? [setpriv, ...words]
    : []
}
