import { realpathSync, statSync } from "node:fs"
import { resolve, sep } from "node:path"
import * as Context from "effect/Context"
import { tried } from "./tried.ts"

/** The variables of a process, in the form of `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The variables that commands can be granted by name. */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/processes/HostEnvironment", {
  defaultValue: () => process.env
})

/**
 * Folders of the host that every confined command may read, in addition to the system's own: a toolchain in "/opt", for
 * example.
 */
export const HostSystemPaths = Context.Reference<ReadonlyArray<string>>("@toolgate/processes/HostSystemPaths", {
  defaultValue: () => []
})

/**
 * Returns the `PATH` with which commands are started. `folders`: the folders that a confined command is shown; the `bin` of each, or the
 * folder itself if it has none, comes before the system's. Absent: the command is not confined, and has the gate's own PATH.
 */
export const commandPath = (gate: Variables, folders: ReadonlyArray<string> | undefined): string => {
  // The folders of the gate's own PATH may not exist for a confined command, or may belong to anybody.
  if (folders === undefined) return absolute(gate.PATH) || systemPath
  const programs = folders.map((folder) => (isFolder(`${folder}/bin`) ? `${folder}/bin` : folder))
  return [...new Set(programs.filter((folder) => /^\/[^:]*$/.test(folder))), systemPath].join(":")
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/** Whether a path leads to a folder. */
export const isFolder = (path: string): boolean => tried(() => statSync(path).isDirectory()) ?? false

// An empty or relative entry is a folder of the workspace, where a call may have put a program.
const absolute = (path: string | undefined): string | undefined =>
  path
    ?.split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":")

/** A file or a tree that a command may use, as a grant names it. */
interface UsableFile {
  readonly path: string
  readonly scope?: string | undefined
  readonly mode: string
}

/**
 * Returns a `PATH` without the folders in which calls may put programs of their own: those in the workspace, and those in trees that the
 * command may write. A folder that does not exist is left out too, because the command might make it.
 */
export const safePath = (path: string, workspace: string, files: ReadonlyArray<UsableFile>): string => {
  const trees = files.filter(({ scope, mode }) => scope === "tree" && mode !== "r")
  const written = [workspace, ...trees.map((tree) => tree.path)]
  const kept = path.split(":").filter((folder) => {
    const real = folder.startsWith("/") ? tried(() => realpathSync(folder)) : undefined
    // A call could change a link in the workspace, wherever it leads now.
    return real !== undefined && !written.some((root) => isWithin(real, root) || isWithin(resolve(folder), root))
  })
  return kept.length === 0 ? noFolder : kept.join(":")
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)

/** A path at which no folder can be made. With an empty `PATH`, programs are looked for in the working folder. */
const noFolder = "/dev/null"
