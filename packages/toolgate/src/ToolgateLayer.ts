import { AuditLog, type RuntimePolicy, Sandboxes, type Tool, type ToolEvents, type ToolRegistry } from "@toolgate/core"
import { AppHooks, BoundedToolEvents, DispatchLimits, type Hook, ToolDispatchEngine } from "@toolgate/dispatch"
import { HostPolicy } from "@toolgate/policy"
import { MapToolRegistry } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"

/** What a gate is made of. */
export interface GateOptions<E = never> {
  /** Named, never implied. `"host"`: everything that is asked for runs in this process. */
  readonly policy: "host" | Layer.Layer<RuntimePolicy, E>
  readonly tools: Iterable<Tool>
  /** Asked in this order, before a call is looked up. */
  readonly hooks?: ReadonlyArray<Hook>
  /** How many calls run at once: 4 of a session and 64 in all, unless told otherwise. */
  readonly limits?: Partial<(typeof DispatchLimits)["Service"]>
}

/** A gate with the parts that most programs use: the Effect door. An edge that makes its own contexts dispatches here. */
export const layer = <E = never>(
  options: GateOptions<E>
): Layer.Layer<
  ToolDispatchEngine | ToolRegistry | ToolEvents,
  E | Layer.Error<ReturnType<typeof MapToolRegistry.layer>>
> => {
  const { tools, hooks = [], limits } = options
  if (!Predicate.isIterable(tools)) throw new TypeError("A gate needs its tools: a list of what defineTool makes.")
  const files = NodeFileSystems.layer
  return ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(MapToolRegistry.layer(tools), BoundedToolEvents.layer)),
    Layer.provide([
      policyLayer(options.policy),
      AppHooks.layer(hooks),
      AuditLog.layerNone,
      WorkspaceResources.layer,
      Sandboxes.layer([NodeHostSandbox.make]).pipe(Layer.provide(files)),
      Layer.succeed(DispatchLimits, {
        callsPerSession: limits?.callsPerSession ?? 4,
        callsInAll: limits?.callsInAll ?? 64
      })
    ])
  )
}

const policyLayer = <E>(policy: "host" | Layer.Layer<RuntimePolicy, E>): Layer.Layer<RuntimePolicy, E> => {
  if (policy === "host") return HostPolicy.layer
  if (Layer.isLayer(policy)) return policy
  throw new TypeError('A gate needs its policy named: "host", or a layer that provides RuntimePolicy.')
}
