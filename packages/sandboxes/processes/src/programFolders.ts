import { realpathSync, statSync } from "node:fs"
import { resolve, sep } from "node:path"
import * as Context from "effect/Context"
import { tryOrUndefined } from "./tryOrUndefined.ts"

/** Environment variables, in the form of `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Environment variables that commands can be granted by name. */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/processes/HostEnvironment", {
  defaultValue: () => process.env
})

/** Further folders of the host that every confined command may read, such as a toolchain in "/opt". */
export const HostSystemPaths = Context.Reference<ReadonlyArray<string>>("@toolgate/processes/HostSystemPaths", {
  defaultValue: () => []
})

/**
 * Returns the `PATH` of a command. `folders`: the folders that a confined command can see; the `bin` of each, or the
 * folder itself, comes before the system's. Absent: an unconfined command gets the gate's PATH.
 */
export const buildCommandPath = (gate: Variables, folders: ReadonlyArray<string> | undefined): string => {
  // The folders of the gate's PATH may be missing in the sandbox, or writable for others.
  if (folders === undefined) return absolute(gate.PATH) || systemPath
  const programs = folders.map((folder) => (isFolder(`${folder}/bin`) ? `${folder}/bin` : folder))
  return [...new Set(programs.filter((folder) => /^\/[^:]*$/.test(folder))), systemPath].join(":")
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

export const isFolder = (path: string): boolean => tryOrUndefined(() => statSync(path).isDirectory()) ?? false

// An empty or relative entry would be a workspace folder, where a call may have put a program.
const absolute = (path: string | undefined): string | undefined =>
  path
    ?.split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":")

/** A file or tree that a grant allows a command to use. */
interface UsableFile {
  readonly path: string
  readonly scope?: string | undefined
  readonly mode: string
}

/**
 * Removes the folders in which calls may put programs from a `PATH`: workspace folders, and folders that the command
 * may write. Missing folders are removed too, because the command might make them.
 */
export const removeWritableFolders = (path: string, workspace: string, files: ReadonlyArray<UsableFile>): string => {
  const trees = files.filter(({ scope, mode }) => scope === "tree" && mode !== "r")
  const written = [workspace, ...trees.map((tree) => tree.path)]
  const kept = path.split(":").filter((folder) => {
    const real = folder.startsWith("/") ? tryOrUndefined(() => realpathSync(folder)) : undefined
    // A call could change a link in the workspace, even if it leads outside now.
    return real !== undefined && !written.some((root) => isWithin(real, root) || isWithin(resolve(folder), root))
  })
  return kept.length === 0 ? noFolder : kept.join(":")
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)

/** A path that can never be a folder. An empty `PATH` would mean the working folder. */
const noFolder = "/dev/null"
