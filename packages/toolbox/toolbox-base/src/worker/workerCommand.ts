import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { getParentDeathPrefix } from "@toolgate/processes"
import { programFolders } from "./programFolders.ts"

/**
 * Returns the command line of a worker: Node, which may read the files of its program and no other, write none, and start nothing. The
 * program is the one beside the module `from`, or in the package where it is installed. Two things have no permission in Node 24, and no job
 * uses them: the network, and SQLite's own files. `sql_query` denies SQL the files by its authorizer.
 */
export const workerCommand = (ownPackage: string, from: string | undefined): ReadonlyArray<string> => {
  const entry = workerEntry(ownPackage, from)
  return [
    ...getParentDeathPrefix(),
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

const workerEntry = (ownPackage: string, from: string | undefined): string => {
  // In a bundle of the CommonJS format, a module has no URL.
  const own = fileURLToPath(from ?? pathToFileURL(process.argv[1] ?? "none"))
  // A bundle has the programs of several packages in one folder.
  const beside = ["main.ts", "main.js", `${basename(ownPackage)}.js`].map((entry) =>
    join(dirname(own), "worker", entry)
  )
  const found = beside.find((entry) => existsSync(entry))
  return found ?? join(dirname(createRequire(own).resolve(`${ownPackage}/package.json`)), "dist/worker/main.js")
}
