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
import { listArtifactFolders, provideArtifacts } from "./artifactsChoice.ts"
import { listAuditFolders, listAuditKeys } from "./auditChoice.ts"
import { checkOptions } from "./checkOptions.ts"
import { GatePlugins } from "./GatePlugins.ts"
import { GateSkills } from "./GateSkills.ts"
import { gateState } from "./gateState.ts"
import { HostedTools } from "./hosted/HostedTools.ts"
import { hostOf, makeSandboxes } from "./makeSandboxes.ts"
import { gateOptions } from "./optionNames.ts"
import { provideTools } from "./pinsChoice.ts"
import { providePolicy } from "./policyChoice.ts"
import { provideSkills } from "./skillsChoice.ts"
import { provideSources } from "./sourcesChoice.ts"
import { storeFiles, storeReferenceOf } from "./storeChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

export type { GateOptions } from "./ToolgateOptions.ts"

/**
 * Makes the layer of a gate from the usual parts. The program that dispatches calls creates their contexts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 * import { ToolgateLayer, ToolRegistry } from "toolgate/effect"
 *
 * const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
 * const names = Effect.map(ToolRegistry, ({ list }) => list().map(({ name }) => name))
 * assert.deepEqual(await Effect.runPromise(Effect.provide(names, gate)), [
 *   "read_file",
 *   "write_file",
 *   "patch_file",
 *   "list_dir"
 * ])
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
  // Read from the bottom up: tools, the parts that check them, visibility, the engine, plugins (all these parts check their tools), and
  // skills (they restrict agents to some of the tools).
  return GateSkills.layer.pipe(
    Layer.provideMerge(GatePlugins.layer),
    Layer.provideMerge(HostedTools.layer.pipe(Layer.provide(ToolDispatchEngine.layer))),
    Layer.provideMerge(PolicyVisibility.layer),
    Layer.provideMerge(
      providePolicy(
        options.policy,
        {
          files: [
            ...listAuditFolders(options.audit),
            ...(options.review === undefined ? [] : [options.review]),
            ...(options.settings ?? [])
          ],
          store: async () => [
            ...(await storeFiles(options.store)),
            ...listAuditKeys(options.audit),
            ...listArtifactFolders(options.artifacts),
            ...(options.hidden ?? [])
          ]
        },
        options.agents
      )
    ),
    Layer.provide([makeSandboxes(options.sandboxes ?? {}), AppHooks.layer(hooks), WorkspaceResources.layer]),
    Layer.provideMerge(
      Layer.succeed(DispatchLimits, {
        callsPerSession: limits?.callsPerSession ?? 4,
        callsInAll: limits?.callsInAll ?? 64,
        queueMs: limits?.queueMs
      })
    ),
    Layer.provideMerge(gateState({ ...options, store })),
    Layer.provideMerge(provideSkills(options.skills)),
    Layer.provideMerge(Layer.mergeAll(provideTools(options.pins, store), BoundedToolEvents.layer)),
    Layer.provide(provideSources(options, workspace)),
    Layer.provideMerge(provideArtifacts(options.artifacts, store)),
    Layer.provideMerge(hostOf(options.sandboxes ?? {}))
  )
}
