import { realpathSync, statSync } from "node:fs"
import { resolve, sep } from "node:path"
import * as Context from "effect/Context"
import { tryOrUndefined } from "./tryOrUndefined.ts"

/** Environment variables, in the form of `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Environment variables that commands can be granted by name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import * as Effect from "effect/Effect"
 *
 * // Grants can name these variables and no others.
 * const environment = { PATH: "/usr/bin", LANG: "C.UTF-8" }
 * const read = Effect.map(NodeHostSandbox.HostEnvironment, Object.keys)
 * const names = await Effect.runPromise(Effect.provideService(read, NodeHostSandbox.HostEnvironment, environment))
 * assert.deepEqual(names, ["PATH", "LANG"])
 * ```
 */
export const HostEnvironment = Context.Reference<Variables>("@toolgate/processes/HostEnvironment", {
  defaultValue: () => process.env
})

/**
 * Further folders of the host that every confined command may read, such as a toolchain in "/opt".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Confined commands may read this toolchain.
 * const toolchain = Layer.succeed(NodeHostSandbox.HostSystemPaths, ["/opt/toolchain"])
 * const paths = await Effect.runPromise(Effect.provide(NodeHostSandbox.HostSystemPaths, toolchain))
 * assert.deepEqual(paths, ["/opt/toolchain"])
 * ```
 */
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
