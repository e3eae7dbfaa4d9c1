import type { AuditLogUnavailable } from "@toolgate/audit"
import type { CatalogueInvalid } from "@toolgate/catalogue"
import type {
  PendingApprovals,
  ResumableCalls,
  ToolEvents,
  ToolRegistrationError,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { AppHooks, BoundedToolEvents, DispatchLimits, ToolDispatchEngine } from "@toolgate/dispatch"
import type { PolicyInvalid } from "@toolgate/policy"
import { PolicyVisibility } from "@toolgate/registry"
import type { StoreInvalid } from "@toolgate/stores"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { artifactFolders, layerOfArtifacts } from "./artifactsChoice.ts"
import { auditFolders, auditKeys } from "./auditChoice.ts"
import { checkOptions } from "./checkOptions.ts"
import { GatePlugins } from "./GatePlugins.ts"
import { GateSkills } from "./GateSkills.ts"
import { gateState } from "./gateState.ts"
import { HostedTools } from "./hosted/HostedTools.ts"
import { hostOf, installedSandboxes } from "./installedSandboxes.ts"
import { gateOptions } from "./optionNames.ts"
import { layerOfTools } from "./pinsChoice.ts"
import { layerOfChoice } from "./policyChoice.ts"
import { layerOfSkills } from "./skillsChoice.ts"
import { layerOfSources } from "./sourcesChoice.ts"
import { storeFiles, storeReferenceOf } from "./storeChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

export type { GateOptions } from "./ToolgateOptions.ts"

/**
 * Makes the layer of a gate from the usual parts. The program that dispatches calls creates their contexts.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 * import { ToolgateLayer, ToolRegistry } from "toolgate/effect"
 *
 * const gate = ToolgateLayer.layer({ policy: "host", tools: builtins() })
 * export const names = Effect.map(ToolRegistry, ({ list }) => list().map(({ name }) => name)).pipe(Effect.provide(gate))
 * ```
 */
export const layer = <E = never>(
  options: GateOptions<E>,
  workspace?: string
): Layer.Layer<
  | ToolDispatchEngine
  | HostedTools
  | ToolRegistry
  | Visibility
  | ToolEvents
  | PendingApprovals
  | ResumableCalls
  | GatePlugins
  | GateSkills,
  E | AuditLogUnavailable | CatalogueInvalid | StoreInvalid | PolicyInvalid | ToolRegistrationError
> => {
  checkOptions("Cannot open the gate", options, gateOptions)
  const { hooks = [], limits } = options
  if (!Predicate.isIterable(options.tools))
    throw new TypeError('Cannot open the gate: "tools" must be a list of tools made with defineTool.')
  const store = options.store === undefined ? undefined : storeReferenceOf(options.store)
  // Read from the bottom up: tools, the parts that check them, visibility, the engine, plugins (whose tools all these parts check), and
  // skills (which restrict agents to some of the tools).
  return GateSkills.layer.pipe(
    Layer.provideMerge(GatePlugins.layer),
    Layer.provideMerge(HostedTools.layer.pipe(Layer.provide(ToolDispatchEngine.layer))),
    Layer.provideMerge(PolicyVisibility.layer),
    Layer.provideMerge(
      layerOfChoice(
        options.policy,
        {
          files: [
            ...auditFolders(options.audit),
            ...(options.review === undefined ? [] : [options.review]),
            ...(options.settings ?? [])
          ],
          store: async () => [
            ...(await storeFiles(options.store)),
            ...auditKeys(options.audit),
            ...artifactFolders(options.artifacts)
          ]
        },
        options.agents
      )
    ),
    Layer.provide([installedSandboxes(options.sandboxes ?? {}), AppHooks.layer(hooks), WorkspaceResources.layer]),
    Layer.provideMerge(
      Layer.succeed(DispatchLimits, {
        callsPerSession: limits?.callsPerSession ?? 4,
        callsInAll: limits?.callsInAll ?? 64,
        queueMs: limits?.queueMs
      })
    ),
    Layer.provideMerge(gateState({ ...options, store })),
    Layer.provideMerge(layerOfSkills(options.skills)),
    Layer.provideMerge(Layer.mergeAll(layerOfTools(options.pins, store), BoundedToolEvents.layer)),
    Layer.provide(layerOfSources(options, workspace)),
    Layer.provideMerge(layerOfArtifacts(options.artifacts, store)),
    Layer.provideMerge(hostOf(options.sandboxes ?? {}))
  )
}
