import { existsSync } from "node:fs"
import { isBeneath } from "@toolgate/core/access"
import { confiningWords } from "@toolgate/processes"
import type { GuestFiles } from "../GuestProgram.ts"

/**
 * Returns bubblewrap's arguments for a guest's process. Of all files, the process sees Node, the libraries with which
 * Node is linked, and its program, all read-only. There is no `/proc` and no `/dev`, because Node needs neither.
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

/** The file in which the loader looks up libraries outside of its own folders. */
const loaderNames = ["/etc/ld.so.cache"]

/**
 * Returns the libraries with which this process is linked, under the names that the loader looks for. Native modules of
 * packages are not part of Node.
 */
const libraries = (): ReadonlyArray<string> => {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // Otherwise the report would look up the names of all hosts to which this process is connected.
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
