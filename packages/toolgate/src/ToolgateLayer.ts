import { MemoryApprovals, type OnAsk } from "@toolgate/approval"
import type { AuditLogUnavailable } from "@toolgate/audit"
import { Approvals, type ToolEvents, type ToolRegistry } from "@toolgate/core"
import { AppHooks, BoundedToolEvents, DispatchLimits, ToolDispatchEngine } from "@toolgate/dispatch"
import type { PolicyInvalid } from "@toolgate/policy"
import { MapToolRegistry } from "@toolgate/registry"
import type { GuestInvalid } from "@toolgate/sandbox-wasm"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { auditFolders, layerOfAudit } from "./auditChoice.ts"
import { checkOptions } from "./checkOptions.ts"
import { installedSandboxes } from "./installedSandboxes.ts"
import { gateOptions } from "./optionNames.ts"
import { layerOfChoice } from "./policyChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

export type { GateOptions } from "./ToolgateOptions.ts"

/** A gate with the parts that most programs use: the Effect door. An edge that makes its own contexts dispatches here. */
export const layer = <E = never>(
  options: GateOptions<E>
): Layer.Layer<
  ToolDispatchEngine | ToolRegistry | ToolEvents,
  E | AuditLogUnavailable | PolicyInvalid | GuestInvalid | Layer.Error<ReturnType<typeof MapToolRegistry.layer>>
> => {
  checkOptions("A gate cannot be opened", options, gateOptions)
  const { hooks = [], limits, onAsk, approvalTimeoutMs } = options
  if (!Predicate.isIterable(options.tools))
    throw new TypeError("A gate needs its tools: a list of what defineTool makes.")
  const tools = [...options.tools]
  const sandboxes = installedSandboxes(options.sandboxes ?? {}, tools)
  const events = BoundedToolEvents.layer
  const approvals = approvalsLayer(onAsk, approvalTimeoutMs).pipe(Layer.provide(events))
  const policy = layerOfChoice(options.policy, tools, auditFolders(options.audit)).pipe(
    Layer.provide([approvals, sandboxes])
  )
  const registry = MapToolRegistry.layer(tools).pipe(Layer.provide(policy))
  return ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(registry, events, policy)),
    Layer.provide([
      AppHooks.layer(hooks),
      layerOfAudit(options.audit),
      WorkspaceResources.layer,
      sandboxes,
      Layer.succeed(DispatchLimits, {
        callsPerSession: limits?.callsPerSession ?? 4,
        callsInAll: limits?.callsInAll ?? 64
      })
    ])
  )
}

const approvalsLayer = (
  onAsk: OnAsk | undefined,
  timeoutMs: number | undefined
): Layer.Layer<Approvals, never, ToolEvents> =>
  onAsk === undefined
    ? Approvals.layerNobody
    : MemoryApprovals.layer({ onAsk, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
