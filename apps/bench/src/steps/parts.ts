import {
  type Args,
  AuditLog,
  DispatchHooks,
  type Enforcement,
  type ExecutionGrant,
  type Ran,
  type RegisteredTool,
  type Resource,
  Resources,
  RuntimePolicy,
  refuse,
  Sandboxes,
  type Tool,
  ToolEvents,
  ToolRegistry,
  unlimited
} from "@toolgate/core"
import { AppHooks, BoundedToolEvents, ToolDispatchEngine } from "@toolgate/dispatch"
import { HostPolicy } from "@toolgate/policy"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { compileValidator } from "../baseline.ts"
import { text } from "../echo.ts"
import { hooks } from "../gates.ts"

/** Returns the services from which a gate is composed. */
export const createParts = (tools: ReadonlyArray<Tool>) => ({
  hooks: AppHooks.layer(hooks),
  registry: MapToolRegistry.layer(tools).pipe(Layer.orDie),
  resources: WorkspaceResources.layer as Layer.Layer<Resources>,
  policy: HostPolicy.layer as Layer.Layer<RuntimePolicy>,
  sandboxes: Sandboxes.layer([NodeHostSandbox.make]).pipe(
    Layer.provide(NodeFileSystems.layer),
    Layer.orDie
  ) as Layer.Layer<Sandboxes, never, ToolRegistry>,
  events: BoundedToolEvents.layer as Layer.Layer<ToolEvents>
})

/** The services of a gate, each of which can be replaced. */
export type Parts = ReturnType<typeof createParts>

/** Returns a gate composed of the services. */
export const composeGate = ({ hooks, registry, resources, policy, sandboxes, events }: Parts) =>
  ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(events),
    Layer.provide(PolicyVisibility.layer),
    Layer.provide([hooks, resources, policy, sandboxes, AuditLog.layerNone]),
    Layer.provide(registry)
  )

/** Services that do nothing. Replacing a service with its empty version shows the service's cost. */
export const nothing = {
  hooks: DispatchHooks.layerNone,
  gateHook: AppHooks.layer(hooks.filter((hook) => hook.onToolCall === undefined)),
  startHook: AppHooks.layer(hooks.filter((hook) => hook.onToolStart === undefined)),
  resources: Layer.sync(Resources, () => {
    const none = Effect.succeed<ReadonlyArray<Resource>>([])
    return { resolve: () => none }
  }),
  policy: Layer.sync(RuntimePolicy, () => {
    const grant: ExecutionGrant = {
      sandbox: "host",
      confinement: "required",
      limits: unlimited(),
      access: { files: [], hosts: [], env: [] }
    }
    const because = { layer: "none", rule: "none", source: "none" }
    return { checkPermission: (request) => Effect.succeed({ request, grant, because, waitedMs: 0 }) }
  }),
  /** The sandbox calls the tool and wraps the result, without context, limits, output validation or cancellation. */
  sandboxes: Layer.sync(Sandboxes, () => {
    const enforced: Enforcement = {
      wallMs: "none",
      cpuMs: "none",
      memoryBytes: "none",
      processes: "none",
      outputBytes: "none",
      access: "none",
      files: "none",
      syscalls: "none"
    }
    const ran = (value: unknown): Ran => ({
      output: { content: [{ type: "text", text: String(value) }], success: true, metadata: {} },
      error: undefined,
      enforced
    })
    const handlers = new Map<string, (args: Args) => unknown>([
      ["async", async (args) => args.text],
      ["sync", (args) => args.text]
    ])
    return {
      installed: new Map([["host", new Set(["function"] as const)]]),
      prepare: ({ request: { tool, args } }) =>
        Effect.succeed({
          start: () => {
            const returned: unknown = handlers.get(tool.name)?.(args)
            return returned instanceof Promise ? returned.then(ran) : ran(returned)
          }
        })
    }
  }),
  events: Layer.sync(ToolEvents, () => ({ publish: () => {}, subscribe: Effect.never, listen: () => Effect.void }))
}

/** Returns a registry whose tools parse arguments with `parse`. */
export const createRegistry = (tools: ReadonlyArray<Tool>, parse: RegisteredTool["parse"]) =>
  Layer.effect(
    ToolRegistry,
    Effect.map(ToolRegistry, (registry) => {
      const answers = new Map(
        registry.list().flatMap(({ name }) => {
          const tool = registry.get(name)
          return tool === undefined ? [] : [[name, Effect.succeed({ ...tool, parse })] as const]
        })
      )
      return { ...registry, lookup: (name: string) => answers.get(name) }
    })
  ).pipe(Layer.provide(MapToolRegistry.layer(tools).pipe(Layer.orDie)))

/** Returns a function that validates arguments without copying or freezing them. */
export const validateOnly = (): RegisteredTool["parse"] => {
  const validate = compileValidator()
  return ({ args: value }) => {
    return validate(value) ? Effect.succeed({ text: value.text }) : refuse("InvalidArgs", "Invalid.")
  }
}

/** Returns a function that returns the same arguments for every call. */
export const parseNothing = (): RegisteredTool["parse"] => {
  const answer = Effect.succeed({ text })
  return () => answer
}
