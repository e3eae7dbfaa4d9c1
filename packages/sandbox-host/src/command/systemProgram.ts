import { accessSync, constants } from "node:fs"
import { join } from "node:path"
import { succeeds } from "./tried.ts"

/**
 * A program of the system. Never one of `PATH`: that may begin with a folder of the workspace (`npx` and `pnpm run` see to
 * it), and what confines an agent must not be a file that the agent can write.
 */
export const systemProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => succeeds(() => accessSync(path, constants.X_OK)))

const folders = ["/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin"]
