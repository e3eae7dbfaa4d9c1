import {
  type Access,
  cachePerObject,
  type FileAccess,
  type FileMode,
  type GrantBounds,
  type HostAccess,
  type PermissionRequest,
  type ResolvedPath,
  type SideEffectClass,
  type ToolDefinition
} from "@toolgate/core"
import { matchesHost, meetFiles, parseHostPattern } from "@toolgate/core/access"
import { namesItsHosts, namesItsPaths, onlyReadsWorkspace } from "../declarations.ts"
import { resolveNeededFolders } from "./resolveNeededFolders.ts"

/**
 * Returns the access of a call: the files and hosts that its arguments name, within the bounds. A tool that declares
 * no files, or runs commands, gets the workspace, and may write there if its side effects include writing. A tool with
 * the permission "compute" gets only the files and hosts that it declares.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { resolveAccess } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const path = "/workspace/notes.md" as ResolvedPath
 * const tool = { resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }] } as const
 * const request = makePermissionRequest({ tool, resources: [{ kind: "file", path, mode: "r" }] })
 * // The call gets the file that its arguments name, and nothing else.
 * const { files, hosts } = resolveAccess(request, {})
 * assert.deepEqual(files, [{ path, mode: "r", scope: "exact" }])
 * assert.deepEqual(hosts, [])
 * ```
 */
export const resolveAccess = ({ tool, resources, context }: PermissionRequest, bounds: GrantBounds): Access => {
  const { saysFiles, tree, hosts } = shapeOf(tool)
  if (resources.length === 0 && (saysFiles || tree === undefined))
    return { files: noFiles, hosts: boundHosts(hosts, bounds.hosts), env: bounds.env ?? noNames }
  const files: Array<FileAccess> = []
  const reached: Array<HostAccess> = []
  if (!saysFiles && tree !== undefined) files.push(treeOf(context.workspace, tree))
  files.push(...resolveNeededFolders({ tool, resources }, tree))
  for (const resource of resources) {
    if (resource.kind === "file")
      files.push({ path: resource.path, mode: resource.mode, scope: resource.scope ?? "exact" })
    else if (resource.kind === "host") reached.push({ host: resource.host, port: resource.port })
  }
  return {
    files: limitFiles(files, bounds),
    hosts: boundHosts(hosts === "any" ? hosts : reached, bounds.hosts),
    env: bounds.env ?? noNames
  }
}

interface Shape {
  readonly saysFiles: boolean
  readonly tree: FileMode | undefined
  readonly hosts: Access["hosts"]
}

const shapeOf = cachePerObject((tool: ToolDefinition): Shape => {
  const { sideEffects, effects, permission } = tool
  const reachesAny = permission !== "compute" && (sideEffects === "EXECUTE" || sideEffects === "NETWORK")
  const reaches = reachesAny || effects.includes("network_access")
  return {
    // Code that only computes needs no file that its arguments do not name.
    saysFiles: namesItsPaths(tool) || (permission === "compute" && tool.resources.length === 0),
    tree: onlyReadsWorkspace(tool) ? "r" : trees[sideEffects],
    hosts: reaches && !namesItsHosts(tool) ? "any" : none
  }
})

const none: ReadonlyArray<HostAccess> = Object.freeze([])
const noFiles: ReadonlyArray<FileAccess> = Object.freeze([])

const noNames: ReadonlyArray<string> = Object.freeze([])

const trees: Readonly<Record<SideEffectClass, FileMode | undefined>> = {
  NONE: undefined,
  READ: "r",
  WRITE: "rw",
  EXECUTE: "rw",
  NETWORK: "rw"
}

const treeOf = (path: ResolvedPath, mode: FileMode): FileAccess => ({ path, mode, scope: "tree" })

/** Restricts file access to the bounds. A tree loses the files that the bounds exclude. */
export const limitFiles = (
  files: ReadonlyArray<FileAccess>,
  { files: trees, except }: GrantBounds
): ReadonlyArray<FileAccess> => {
  const met = trees === undefined ? files : meetFiles(files, trees)
  return except === undefined
    ? met
    : met.map((file) =>
        file.scope === "exact"
          ? file
          : { ...file, except: file.except === undefined ? except : [...file.except, ...except] }
      )
}

const boundHosts = (hosts: Access["hosts"], bounds: ReadonlyArray<HostAccess> | undefined): Access["hosts"] => {
  if (bounds === undefined) return hosts
  if (hosts === "any") return bounds.some(({ host, port }) => host === "**" && port === "any") ? hosts : bounds
  return hosts.filter(({ host, port }) =>
    bounds.some((bound) => {
      const pattern = parseHostPattern(bound.host)
      return typeof pattern !== "string" && matchesHost({ ...pattern, port: bound.port }, host, port)
    })
  )
}
