import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const ownPackage = "@toolgate/toolbox"

/** Returns the folder of a tool's own program. It is published as it stands in the sources, and is found from what is built as well. */
export const programFolder = (tool: string): string => join(dirname(manifest()), "src/code", tool, "program")

/** Returns the path of this package's `package.json`, from where its dependencies are found. */
export const manifest = (): string => {
  // In a bundle of the CommonJS format, a module has no URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  return createRequire(own).resolve(`${ownPackage}/package.json`)
}
