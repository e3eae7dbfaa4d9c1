import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { diesWithParent } from "@toolgate/processes"

/**
 * Returns the command line of a worker: Node, which may read files and do nothing else, with the program beside this module, or in this
 * package where it is installed.
 */
export const workerCommand = (): ReadonlyArray<string> => {
  const entry = workerEntry()
  return [
    ...diesWithParent(),
    process.execPath,
    "--permission",
    "--allow-fs-read=*",
    // Type stripping and the permission model both warn that they are young.
    "--no-warnings",
    "--no-addons",
    `--max-old-space-size=${heapMebibytes}`,
    ...(entry.endsWith(".ts") ? ["--conditions=@toolgate/source"] : []),
    entry
  ]
}

const heapMebibytes = 512
const ownPackage = "@toolgate/toolbox"

const workerEntry = (): string => {
  // In a bundle of the CommonJS format, a module has no URL.
  const own = fileURLToPath(import.meta.url ?? pathToFileURL(process.argv[1] ?? "none"))
  const beside = ["main.ts", "worker/main.js"].map((entry) => join(dirname(own), entry))
  const found = beside.find((entry) => existsSync(entry))
  return found ?? join(dirname(createRequire(own).resolve(`${ownPackage}/package.json`)), "dist/worker/main.js")
}
