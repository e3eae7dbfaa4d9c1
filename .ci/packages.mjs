import { globSync } from "node:fs"
import { dirname, join } from "node:path"

/** The folders of the packages beneath a root: in packages/, or in a group there, such as packages/engine. */
export const packagesIn = (root) =>
  globSync("packages/{*,*/*}/package.json", { cwd: root })
    .map((file) => dirname(file))
    .toSorted()

/** The same for this repository. */
export const packages = packagesIn(join(import.meta.dirname, ".."))
