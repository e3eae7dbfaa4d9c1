import {
  type Access,
  type Allowed,
  type Asked,
  type ExecutionGrant,
  type FileAccess,
  type GrantBounds,
  type PermissionRequest,
  type ResolvedPath,
  unlimited
} from "@toolgate/core"
import { meetLimits } from "@toolgate/core/access"
import { withoutOwnPaths } from "../parts/sessionPaths.ts"
import { accessOf, boundFiles } from "./accessOf.ts"
import { defaultsBeside, isConfinedCommand } from "./commandDefaults.ts"
import { naturalSandbox } from "./naturalSandbox.ts"

/** Returns the grant of a call that is allowed, or that a person has approved. */
export const grantOf = (request: PermissionRequest, verdict: Allowed | Asked): ExecutionGrant => {
  // A verdict that calls share is frozen. Only for such a verdict is the grant cached.
  if (request.resources.length > 0 || !Object.isFrozen(verdict)) return madeFor(request, verdict)
  const { tool } = request
  const { workspace } = request.context
  const before = shared.get(tool)
  if (before !== undefined && before.verdict === verdict && before.workspace === workspace) return before.grant
  const grant = frozen(madeFor(request, verdict))
  shared.set(tool, { verdict, workspace, grant })
  return grant
}

/**
 * The cached grants of calls without resources. For each tool, the cache holds the grant for the verdict and workspace
 * of the last call.
 */
const shared = new WeakMap<
  PermissionRequest["tool"],
  { readonly verdict: Allowed | Asked; readonly workspace: string; readonly grant: ExecutionGrant }
>()

const madeFor = (request: PermissionRequest, { bounds }: Allowed | Asked): ExecutionGrant => {
  const { sandbox = naturalSandbox(request.tool), confinement = "required", limits } = bounds
  const isConfined = isConfinedCommand(request.tool, { sandbox, confinement })
  const access = isConfined ? withReads(request, bounds) : accessOf(request, bounds)
  const own = limits === undefined ? noLimits : meetLimits(noLimits, limits)
  return isConfined
    ? {
        sandbox,
        confinement,
        limits: meetLimits(own, defaultsBeside(limits ?? {})),
        access: addProgramFolders(access, bounds)
      }
    : { sandbox, confinement, limits: own, access }
}

/** Returns the access of a confined command: the paths of its session are none of the machine, and its words are only read. */
const withReads = (request: PermissionRequest, bounds: GrantBounds): Access => {
  const { reads = [] } = bounds
  const access = accessOf(withoutOwnPaths(request), bounds)
  if (reads.length === 0) return access
  const trees = reads.map((path): FileAccess => ({ path, mode: "r", scope: "tree" }))
  return { ...access, files: [...access.files, ...boundFiles(trees, bounds)] }
}

const frozen = (grant: ExecutionGrant): ExecutionGrant => {
  const { files, hosts, env, path } = grant.access
  for (const file of files) Object.freeze(file)
  for (const part of [files, hosts, env, path, grant.limits, grant.access, grant]) Object.freeze(part)
  return grant
}

const noLimits = Object.freeze(unlimited())

/**
 * Returns the access of a call together with the folders of programs that the policy adds. These folders are readable
 * like the system's own, wherever the call's files have to lie, except for excluded paths.
 */
const addProgramFolders = (access: Access, { path = [], except = [] }: GrantBounds): Access => {
  if (path.length === 0) return access
  // Exceptions for writing are left out, because nothing is written in these folders.
  const hidden = except.filter(({ mode }) => mode !== "w")
  const trees = path.flatMap(treesOf).map((tree) => (hidden.length === 0 ? tree : { ...tree, except: hidden }))
  return { ...access, path, files: [...access.files, ...trees] }
}

/** Returns read access to a folder of programs and, beside a `bin`, to the library folders that its programs load. */
const treesOf = (path: string): ReadonlyArray<FileAccess> => {
  const [, above] = /^(.*)\/bin$/.exec(path) ?? []
  const folders = above === undefined ? [path] : [path, ...libraries.map((name) => `${above}/${name}`)]
  return folders.map((folder) => ({ path: folder as ResolvedPath, mode: "r", scope: "tree" }))
}

const libraries = ["lib", "lib64", "libexec"]
