import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const ownPackage = "@toolgate/toolbox-code"

/**
 * Returns the folder of a tool's own program. It is published as it stands in the sources, and is found from what is built as well. A
 * bundle may have it beside itself, in the folder "programs".
 */
export const programFolder = (tool: string): string => {
  // In a bundle of the CommonJS format, a module has no URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const beside = join(dirname(own), "programs", tool)
  if (existsSync(beside)) return beside
  const root = dirname(createRequire(own).resolve(`${ownPackage}/package.json`))
  return join(root, "src", tool, "program")
}
