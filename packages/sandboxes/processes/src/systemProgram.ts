import { accessSync, constants } from "node:fs"
import { join } from "node:path"

/**
 * Returns the path of a program of the system. It is never looked for in `PATH`, which may begin with a folder of the
 * workspace (`npx` and `pnpm run` put one there): the program that confines an agent must not be a file that the agent
 * can write.
 */
export const systemProgram = (name: string): string | undefined =>
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
