import type { PermissionRequest, Resource, ToolDefinition } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { runsCommands } from "../declarations.ts"
import type { PolicyPart } from "../PolicyPart.ts"

/**
 * Returns the request of a confined command without the paths that its text names in the folders of its session, as in
 * `make > /tmp/log`. Such files belong to the session, not to the machine. The path alone decides; the file need not
 * exist. A path that an argument of the tool names is a file of the machine.
 */
const withoutSessionPaths = (request: PermissionRequest): PermissionRequest => withoutPaths(request, sessionFolders)

/** Returns the request of a confined command without the paths of its session, its processes, its devices and the kernel. */
export const removeSessionPaths = (request: PermissionRequest): PermissionRequest =>
  withoutPaths(request, [...sessionFolders, ...confinedFolders])

const withoutPaths = (request: PermissionRequest, folders: ReadonlyArray<string>): PermissionRequest => {
  const { tool, resources, context } = request
  if (!runsCommands(tool) || tool.resources.some(({ kind }) => kind === "file")) return request
  const isOwn = (path: string) =>
    folders.some((folder) => isBeneath(path, folder)) && !isBeneath(path, context.workspace)
  const isTouched = (one: Resource) =>
    one.kind === "file" ? isOwn(one.path) : one.kind === "command" && one.paths.some(isOwn)
  if (!resources.some(isTouched)) return request
  const kept = resources.flatMap((one): ReadonlyArray<Resource> => {
    if (!isTouched(one)) return [one]
    if (one.kind !== "command") return []
    const { outside = [], ...rest } = one
    const other = outside.filter(({ path }) => !isOwn(path))
    const paths = one.paths.filter((path) => !isOwn(path))
    return [{ ...rest, paths, ...(other.length === 0 ? {} : { outside: other }) }]
  })
  return { ...request, resources: kept }
}

/** The folders that belong to a confined command's session. Its home folder lies beneath "/tmp". */
const sessionFolders = ["/tmp", "/dev/shm"]

/** The system folders that every confined command has: its processes, its devices, and a masked "/sys". */
export const confinedFolders = ["/proc", "/dev", "/sys"]

/** Returns a part that judges confined commands without the paths of their session. */
export const ignoreSessionPaths = (part: PolicyPart, isConfined: (tool: ToolDefinition) => boolean): PolicyPart => ({
  ...part,
  of: (tool, asker) => {
    const known = part.of(tool, asker)
    if (typeof known !== "function" || !isConfined(tool)) return known
    return (request) => known(withoutSessionPaths(request))
  },
  explain: (request, principal) =>
    part.explain(isConfined(request.tool) ? withoutSessionPaths(request) : request, principal)
})
