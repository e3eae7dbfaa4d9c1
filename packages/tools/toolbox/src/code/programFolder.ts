import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Returns the folder of a tool's own program. It is published as it stands in the sources, and is found from what is built as well. */
export const programFolder = (tool: string): string => {
  const own = fileURLToPath(import.meta.url)
  const root = dirname(createRequire(own).resolve("@toolgate/toolbox/package.json"))
  return join(root, "src/code", tool, "program")
}
