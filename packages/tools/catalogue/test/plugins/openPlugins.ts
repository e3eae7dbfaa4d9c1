import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import {
  Approvals,
  AuditLog,
  type DispatchContext,
  type PinStore,
  type ResolvedPath,
  Sandboxes,
  type Tool,
  ToolRegistry
} from "@toolgate/core"
import { AppHooks, BoundedToolEvents, DispatchLimits, ToolDispatchEngine } from "@toolgate/dispatch"
import { DefaultPolicy, MemoryQuotaStore } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { MapToolRegistry, PinnedToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"
import { PluginLoader } from "../../src/index.ts"

export interface PluginsParts {
  readonly tools?: ReadonlyArray<Tool>
  readonly pins?: PinnedToolRegistry.PinOptions & { readonly store: Layer.Layer<PinStore> }
  readonly callsInAll?: number
}

/** Makes folders for plugins, settings and state, and a gate of real parts with the tools of the plugins. */
export const openPlugins = async (parts: PluginsParts = {}) => {
  const { folder, plugins, settings, state } = pluginFolders()
  const logs: Array<string> = []
  const workspace = join(folder, "work") as ResolvedPath
  mkdirSync(workspace)
  const tools = MapToolRegistry.layer(parts.tools ?? [])
  const registry = Layer.orDie(
    parts.pins === undefined
      ? tools
      : PinnedToolRegistry.layer(parts.pins).pipe(Layer.provide(tools), Layer.provide(parts.pins.store))
  )
  const config = Effect.runSync(parsePolicy(policy, "policy.yaml"))
  const most = parts.callsInAll ?? 64
  const layer = ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(PolicyVisibility.layer, BoundedToolEvents.layer)),
    Layer.provide(DefaultPolicy.layer({ configs: [config] })),
    Layer.provide([
      Approvals.layerNobody,
      MemoryQuotaStore.layer,
      AppHooks.layer([]),
      WorkspaceResources.layer,
      Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make()]).pipe(Layer.provide(NodeFileSystems.layer)),
      AuditLog.layerNone,
      Layer.succeed(DispatchLimits, { callsPerSession: most, callsInAll: most })
    ]),
    Layer.provideMerge(registry),
    Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
  )
  const runtime = ManagedRuntime.make(layer)
  const scope = Scope.makeUnsafe()
  onTestFinished(() => runtime.dispose())
  const [engine, held] = await Promise.all([runtime.runPromise(ToolDispatchEngine), runtime.runPromise(ToolRegistry)])
  const loader = await runtime.runPromise(
    Scope.provide(PluginLoader.make({ folders: [plugins], settings, state, registry: held }), scope)
  )
  const context: DispatchContext = {
    session: "session",
    turn: "turn",
    principal: { agent: "agent", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  let calls = 0
  return {
    ...{ folder, plugins, settings, state, workspace, logs, scope, runtime, loader, registry: held },
    names: () => held.list().map(({ name }) => name),
    discover: () => runtime.runPromise(loader.discoverPlugins()),
    reload: () => runtime.runPromise(loader.reloadChanged()),
    changes: () => runtime.runPromise(loader.checkForChanges()),
    call: (tool: string, args: object = {}) => engine.dispatchPromise({ id: `call-${++calls}`, tool, args }, context)
  }
}

const policy = "version: 1\nrules: { allow: ['*'] }\n"

/** Makes the folders of a plugin loader. They are removed when the test ends. */
export const pluginFolders = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-plugins-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const of = (name: string) => join(folder, name)
  mkdirSync(of("plugins"))
  mkdirSync(of("settings"))
  return { folder, plugins: of("plugins"), settings: of("settings"), state: of("state") }
}

/** Writes files and makes their parent folders. Values other than text are written as JSON. */
export const write = (folder: string, files: Readonly<Record<string, unknown>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2))
  }
}

/** Returns a manifest with these tools. */
export const manifest = (name: string, tools: ReadonlyArray<object>, more: object = {}) => ({
  schema_version: "1.0",
  name,
  version: "1.0.0",
  description: "For tests.",
  tools,
  ...more
})

/** Returns the entry of a tool that a script runs. */
export const script = (name: string, more: object = {}) => ({
  name,
  description: "For tests.",
  module: `${name}.mjs`,
  ...more
})
