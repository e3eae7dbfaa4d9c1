import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { diesWithParent } from "@toolgate/processes"
import { programFolders } from "./programFolders.ts"

/**
 * Returns the command line of a worker: Node, which may read the files of its program and no other, write none, and start nothing. The
 * program is the one beside this module, or in this package where it is installed. Two things have no permission in Node 24, and no job
 * uses them: the network, and SQLite's own files. `sql_query` denies SQL the files by its authorizer.
 */
export const workerCommand = (): ReadonlyArray<string> => {
  const entry = workerEntry()
  return [
    ...diesWithParent(),
    process.execPath,
    "--permission",
    ...programFolders(entry, ownPackage).flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-read=${path}/*`]),
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
