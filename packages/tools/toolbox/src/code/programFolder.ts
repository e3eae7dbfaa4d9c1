import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const ownPackage = "@toolgate/toolbox"

/**
 * Returns the folder of a tool's own program. It is published as it stands in the sources, and is found from what is built as well. A
 * bundle may have it beside itself, in the folder "programs".
 */
export const programFolder = (tool: string): string => {
  const beside = join(dirname(ownFile()), "programs", tool)
  return existsSync(beside) ? beside : join(dirname(manifest()), "src/code", tool, "program")
}

/** Returns the path of this package's `package.json`, from where its dependencies are found. */
export const manifest = (): string => createRequire(ownFile()).resolve(`${ownPackage}/package.json`)

// In a bundle of the CommonJS format, a module has no URL.
const ownFile = (): string => fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
