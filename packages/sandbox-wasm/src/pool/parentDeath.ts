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
  const words = [setpriv, "--pdeathsig", "KILL", "--no-new-privs", "--"]
  // Smaller ones of its name know less.
  const tried = spawnSync(words[0] ?? "", [...words.slice(1), process.execPath, "--v8-options"], { stdio: "ignore" })
  return tried.status === 0 ? words : []
}
