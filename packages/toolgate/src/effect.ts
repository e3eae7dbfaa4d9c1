export { MemoryApprovals } from "@toolgate/approval"
export { AuditLogUnavailable, FileAuditLog } from "@toolgate/audit"
export {
  Approvals,
  AuditLog,
  type DispatchContext,
  FileFailed,
  PendingApprovals,
  type PermissionRequest,
  type Permit,
  type Principal,
  RuntimePolicy,
  ToolCancelled,
  ToolError,
  ToolEvents,
  ToolNotFound,
  ToolPermissionDenied,
  ToolRegistry,
  ToolTimeout,
  Visibility
} from "@toolgate/core"
export { ToolDispatchEngine } from "@toolgate/dispatch"
export { DefaultPolicy, HostPolicy, makeRuntimePolicy, meet, PolicyInvalid } from "@toolgate/policy"
export { ProcessNotStarted } from "@toolgate/processes"
export { openWorkspace, WorkspaceInvalid } from "@toolgate/workspace"
export { GatePlugins } from "./GatePlugins.ts"
export { GatePolicy, type LoadedPolicy, type PolicyDraft, type ReloadedPolicy } from "./GatePolicy.ts"
export { GateSkills } from "./GateSkills.ts"
export { getSessionContext, type SessionContext } from "./getSessionContext.ts"
export { HostedTools } from "./hosted/HostedTools.ts"
export * as PinoLogger from "./PinoLogger.ts"
export { type GateParts, partsOf } from "./partsOf.ts"
export * as ToolgateLayer from "./ToolgateLayer.ts"
export { dispatchTurn, judgeAll } from "./turns.ts"
