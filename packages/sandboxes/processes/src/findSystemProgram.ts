import { accessSync, constants } from "node:fs"
import { join } from "node:path"

/**
 * Returns the path of a system program. `PATH` is not searched, because it may start with a workspace folder (`npx` and
 * `pnpm run` put one there). The program that confines an agent must not be a file that the agent can write.
 */
export const findSystemProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find(isExecutable)

const folders = ["/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin"]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
