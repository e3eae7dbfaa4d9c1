import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

/**
 * The words before a command line that make the kernel kill the program when this process ends, however it ends; none where
 * there is nothing to do that with. A guest that spins does not notice that its socket is closed.
 */
export const diesWithParent = (): ReadonlyArray<string> => {
  const setpriv = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "setpriv"))
    .find((path) => existsSync(path))
  if (setpriv === undefined) return []
  const words = ["--pdeathsig", "KILL", "--no-new-privs", "--"]
  // Smaller programs of its name know less. It is tried on itself.
  return spawnSync(setpriv, [...words, setpriv, "--version"], { stdio: "ignore" }).status === 0
    ? [setpriv, ...words]
    : []
}
