import { existsSync } from "node:fs"
import { isBeneath } from "@toolgate/access"
import { confiningWords } from "@toolgate/processes"
import type { GuestFiles } from "../GuestProgram.ts"

/**
 * bubblewrap's words for a guest's process: of all files it sees Node, the libraries that Node is linked with, and its program,
 * none of which can be changed. There is no `/proc` and no `/dev`: Node needs neither.
 */
export const confinedWords = ({ entry, reads }: GuestFiles): ReadonlyArray<string> => {
  const paths = [process.execPath, ...libraries(), ...loaderNames, entry, ...reads].filter(existsSync)
  return [
    ...confiningWords,
    ...withoutNested(paths).flatMap((path) => ["--ro-bind", path, path]),
    "--remount-ro",
    "/",
    "--chdir",
    "/"
  ]
}

/** Where the loader finds libraries that are in no folder of its own. */
const loaderNames = ["/etc/ld.so.cache"]

/** What this process is linked with, under the names that the loader looks for; modules of packages are not Node's. */
const libraries = (): ReadonlyArray<string> => {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // It would look up the names of all hosts that this process is connected to.
  report.excludeNetwork = true
  try {
    const { sharedObjects } = report.getReport() as { readonly sharedObjects?: ReadonlyArray<string> }
    return (sharedObjects ?? []).filter((path) => path.startsWith("/") && !path.endsWith(".node"))
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}

/** Each mount costs every start. */
const withoutNested = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const path of paths.toSorted()) if (!kept.some((above) => isBeneath(path, above))) kept.push(path)
  return kept
}
