import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { getParentDeathPrefix } from "@toolgate/processes"
import { findProgramFolders } from "./findProgramFolders.ts"

/**
 * Returns the command line of a worker: Node with permission to read only its program's files, write none and start no
 * process. The program is next to the module `from`, or in its installed package. Node 24's permission model does not
 * cover the network and SQLite's own file access; no job uses the network, and `sql_query` denies SQL any files by its
 * authorizer.
 */
export const getWorkerCommand = (ownPackage: string, from: string | undefined): ReadonlyArray<string> => {
  const entry = workerEntry(ownPackage, from)
  return [
    ...getParentDeathPrefix(),
    process.execPath,
    "--permission",
    ...findProgramFolders(entry, ownPackage).flatMap((path) => [
      `--allow-fs-read=${path}`,
      `--allow-fs-read=${path}/*`
    ]),
    // Both type stripping and the permission model print an experimental warning.
    "--no-warnings",
    "--no-addons",
    `--max-old-space-size=${heapMebibytes}`,
    ...(entry.endsWith(".ts") ? ["--conditions=@toolgate/source"] : []),
    entry
  ]
}

const heapMebibytes = 512

const workerEntry = (ownPackage: string, from: string | undefined): string => {
  // A module in a CommonJS bundle has no URL.
  const own = fileURLToPath(from ?? pathToFileURL(process.argv[1] ?? "none"))
  // A bundle has the programs of several packages in one folder.
  const beside = ["main.ts", "main.js", `${basename(ownPackage)}.js`].map((entry) =>
    join(dirname(own), "worker", entry)
  )
  const found = beside.find((entry) => existsSync(entry))
  return found ?? join(dirname(createRequire(own).resolve(`${ownPackage}/package.json`)), "dist/worker/main.js")
}
