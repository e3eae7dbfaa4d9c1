import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const ownPackage = "@toolgate/toolbox-code"

/**
 * Returns the folder of a tool's program. The package publishes the source of the program, and both source and build
 * find it there. A bundle may have it in its folder "programs".
 */
export const programFolder = (tool: string): string => {
  // A module in a CommonJS bundle has no URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const beside = join(dirname(own), "programs", tool)
  if (existsSync(beside)) return beside
  const root = dirname(createRequire(own).resolve(`${ownPackage}/package.json`))
  return join(root, "src", tool, "program")
}
