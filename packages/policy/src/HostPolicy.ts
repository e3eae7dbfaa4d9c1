import {
  type ExecutionGrant,
  type FileAccess,
  type PermissionRequest,
  type Principal,
  type ResolvedPath,
  type RuleRef,
  RuntimePolicy,
  ready,
  refuse,
  type SideEffectClass,
  unlimited
} from "@toolgate/core"
import * as Layer from "effect/Layer"

/**
 * Everything runs on the host, without limits but the tool's own time-out. For programs whose tools are trusted and whose
 * agent is watched.
 *
 * It still hands out no more than it is asked for: a call may touch the files that its arguments name, and a tool that
 * declares none the workspace, as far as its side effects go. And nobody gets past a principal's ceiling or a tool's
 * declared callers.
 */
export const layer = Layer.sync(RuntimePolicy, () => {
  const remembered = new Map<ResolvedPath, WorkspaceGrants>()
  const workspaceGrants = (workspace: ResolvedPath) => {
    let grants = remembered.get(workspace)
    if (grants === undefined) {
      const reads = hostGrant([{ path: workspace, mode: "r", scope: "tree" }])
      const writes = hostGrant([{ path: workspace, mode: "rw", scope: "tree" }])
      grants = { NONE: nothing, READ: reads, WRITE: writes, EXECUTE: writes, NETWORK: writes }
      if (remembered.size >= rememberedWorkspaces) remembered.clear()
      remembered.set(workspace, grants)
    }
    return grants
  }
  return {
    checkPermission: (request) => {
      const { tool, resources, context } = request
      if (!isBelowCeiling(context.principal, tool.name)) return beyondCeiling(request)
      if (!tool.callers.includes(context.caller.kind)) return notForCaller(request)
      const grant =
        tool.resources.length === 0
          ? workspaceGrants(context.workspace)[tool.sideEffects]
          : hostGrant(resources.map(({ path, mode }) => ({ path, mode, scope: "exact" })))
      return ready({ request, grant, because, waitedMs: 0 })
    }
  }
})

/** What a tool gets that declares no files, by what it says it is able to do. */
type WorkspaceGrants = Readonly<Record<SideEffectClass, ExecutionGrant>>

const rememberedWorkspaces = 64

const limits = Object.freeze(unlimited())

const hostGrant = (files: ReadonlyArray<FileAccess>): ExecutionGrant => ({ sandbox: "host", limits, access: { files } })

const nothing = hostGrant([])

const isBelowCeiling = (principal: Principal, tool: string): boolean =>
  (principal.ceiling.tools === "any" || principal.ceiling.tools.includes(tool)) &&
  (principal.parent === undefined || isBelowCeiling(principal.parent, tool))

const beyondCeiling = ({ tool }: PermissionRequest) =>
  refuse("PolicyDenied", `Permission denied: tool "${tool.name}" is not among the tools that this agent may use.`)

const notForCaller = ({ tool, context }: PermissionRequest) =>
  refuse("PolicyDenied", `Permission denied: tool "${tool.name}" does not take ${context.caller.kind} calls.`)

const because: RuleRef = { layer: "host", rule: "everything", source: "HostPolicy" }
