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
import { removeSessionPaths } from "../parts/sessionPaths.ts"
import { chooseSandbox } from "./chooseSandbox.ts"
import { isConfinedCommand, pickDefaultLimits } from "./commandDefaults.ts"
import { limitFiles, resolveAccess } from "./resolveAccess.ts"

/**
 * Makes the grant of a call that the policy allowed or a person approved.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeGrant } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { allow } from "toolgate"
 *
 * const because = { layer: "app", rule: "half a minute", source: "judges.ts" }
 * const grant = makeGrant(makePermissionRequest(), allow(because, { limits: { wallMs: 30_000 } }))
 * assert.deepEqual([grant.sandbox, grant.limits.wallMs, grant.access.hosts], ["host", 30_000, []])
 * ```
 */
export const makeGrant = (request: PermissionRequest, verdict: Allowed | Asked): ExecutionGrant => {
  // Only a frozen verdict is shared between calls, so only its grant is cached.
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
  const { sandbox = chooseSandbox(request.tool), confinement = "required", limits } = bounds
  const isConfined = isConfinedCommand(request.tool, { sandbox, confinement })
  const access = isConfined ? withReads(request, bounds) : resolveAccess(request, bounds)
  const own = limits === undefined ? noLimits : meetLimits(noLimits, limits)
  return isConfined
    ? {
        sandbox,
        confinement,
        limits: meetLimits(own, pickDefaultLimits(limits ?? {})),
        access: addProgramFolders(access, bounds)
      }
    : { sandbox, confinement, limits: own, access }
}

/**
 * Returns the access of a confined command. Paths in its session's own folders are left out, and paths that its words
 * name can only be read.
 */
const withReads = (request: PermissionRequest, bounds: GrantBounds): Access => {
  const { reads = [] } = bounds
  const access = resolveAccess(removeSessionPaths(request), bounds)
  if (reads.length === 0) return access
  const trees = reads.map((path): FileAccess => ({ path, mode: "r", scope: "tree" }))
  return { ...access, files: [...access.files, ...limitFiles(trees, bounds)] }
}

const frozen = (grant: ExecutionGrant): ExecutionGrant => {
  const { files, hosts, env, path } = grant.access
  for (const file of files) Object.freeze(file)
  for (const part of [files, hosts, env, path, grant.limits, grant.access, grant]) Object.freeze(part)
  return grant
}

const noLimits = Object.freeze(unlimited())

/**
 * Returns the access of a call together with the folders of programs that the policy adds. Like the system's own
 * folders, these folders are readable even if the call's files must lie elsewhere, except for excluded paths.
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
