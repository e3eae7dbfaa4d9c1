import { globSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Returns the folders of the packages beneath a root: in packages/, or in a group there, such as packages/engine.
 *
 * @param {string} root
 */
export const packagesIn = (root) =>
  globSync("packages/{*,*/*}/package.json", { cwd: root })
    .map((file) => dirname(file))
    .toSorted()

const root = join(import.meta.dirname, "..")

/** The folders of the packages of this repository. */
export const packages = packagesIn(root)
