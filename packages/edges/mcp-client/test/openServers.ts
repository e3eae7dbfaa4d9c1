import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  Approvals,
  AuditLog,
  type DispatchContext,
  type PinStore,
  type ResolvedPath,
  Sandboxes,
  type Tool,
  type ToolExecution,
  ToolRegistry
} from "@toolgate/core"
import {
  AppHooks,
  BoundedToolEvents,
  DispatchLimits,
  type DispatchOptions,
  ToolDispatchEngine
} from "@toolgate/dispatch"
import { DefaultPolicy, MemoryQuotaStore } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { Processes } from "@toolgate/processes"
import { MapToolRegistry, PinnedToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { buildProcessSpec, NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import type { HttpSource, McpServerEntry, StdioSource } from "../src/config/McpConfig.ts"
import { type McpServerStatus, McpServers, type McpServersOptions } from "../src/index.ts"

export interface GateParts {
  readonly tools?: ReadonlyArray<Tool>
  /** The policy in YAML. Default: everything is allowed. */
  readonly policy?: string
  readonly pins?: PinnedToolRegistry.PinOptions & { readonly store: Layer.Layer<PinStore> }
  readonly workspace?: ResolvedPath
  readonly references?: McpServersOptions["references"]
  readonly signIns?: McpServersOptions["signIns"]
}

export const folder = (): ResolvedPath => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-"))) as ResolvedPath
  // A renewal that is in progress when the gate closes may still create its lock file.
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 10 }))
  return made
}

/** Opens a gate with servers behind it, and records its log. */
export const openServers = async (servers: ReadonlyArray<McpServerEntry>, parts: GateParts = {}) => {
  const logs: Array<string> = []
  const workspace = parts.workspace ?? folder()
  const tools = MapToolRegistry.layer(parts.tools ?? [])
  const registry = Layer.orDie(
    parts.pins === undefined
      ? tools
      : PinnedToolRegistry.layer(parts.pins).pipe(Layer.provide(tools), Layer.provide(parts.pins.store))
  )
  const config = Effect.runSync(parsePolicy(parts.policy ?? allowAll, "policy.yaml"))
  const gate = ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(PolicyVisibility.layer, BoundedToolEvents.layer)),
    Layer.provide(DefaultPolicy.layer({ configs: [config] })),
    Layer.provide([
      Approvals.layerNobody,
      MemoryQuotaStore.layer,
      AppHooks.layer([]),
      WorkspaceResources.layer,
      Sandboxes.layer([NodeHostSandbox.make]).pipe(Layer.provide(NodeFileSystems.layer)),
      AuditLog.layerNone,
      Layer.succeed(DispatchLimits, { callsPerSession: 16, callsInAll: 64 })
    ])
  )
  const upstream = McpServers.layer({
    servers: new Map(servers.map((server) => [server.name, server])),
    workspace,
    version: "1.0.0",
    hold: buildProcessSpec,
    ...(parts.references === undefined ? {} : { references: parts.references }),
    ...(parts.signIns === undefined ? {} : { signIns: parts.signIns })
  })
  const layer = Layer.merge(gate, upstream).pipe(
    Layer.provideMerge(registry),
    Layer.provide(Processes.layer),
    Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
  )
  const runtime = ManagedRuntime.make(layer)
  onTestFinished(() => runtime.dispose())
  const [mcp, engine, held] = await Promise.all([
    runtime.runPromise(McpServers),
    runtime.runPromise(ToolDispatchEngine),
    runtime.runPromise(ToolRegistry)
  ])
  await runtime.runPromise(mcp.tried)
  let calls = 0
  const context: DispatchContext = {
    session: "session",
    turn: "turn",
    principal: { agent: "agent", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  return {
    workspace,
    logs,
    registry: held,
    call: (
      tool: string,
      args: object = {},
      options?: DispatchOptions,
      more?: Partial<DispatchContext>
    ): Promise<ToolExecution> =>
      engine.dispatchPromise({ id: `call-${++calls}`, tool, args }, { ...context, ...more }, options),
    status: async (server: string): Promise<McpServerStatus> => {
      const all = await runtime.runPromise(mcp.status)
      const found = all.find((one) => one.server === server)
      if (found === undefined) throw new Error(`There is no server "${server}".`)
      return found
    },
    /** Waits until the condition is true, checking after each change of the tools and each turn of the event loop. */
    until: async (isTrue: () => boolean | Promise<boolean>) => {
      while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve))
    },
    close: () => runtime.dispose()
  }
}

/** Returns the entry of the fixture server. */
export const server = (
  name: string,
  args: ReadonlyArray<string> = [],
  { source = {}, ...more }: Partial<Omit<McpServerEntry, "source">> & { readonly source?: Partial<StdioSource> } = {}
): McpServerEntry => ({
  name,
  source: {
    kind: "stdio",
    command: [process.execPath, program, ...args],
    env: {},
    files: [],
    network: "none",
    limits: {},
    unconfined: true,
    ...source
  },
  tools: new Map(),
  allow: [],
  ...more
})

export const httpServer = (name: string, source: Omit<HttpSource, "kind">): McpServerEntry => ({
  name,
  source: { kind: "http", ...source },
  tools: new Map(),
  allow: []
})

export const programs = join(import.meta.dirname, "programs")
const program = join(programs, "server.mjs")

export const textOf = ({ output }: ToolExecution): string =>
  output.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("|")

const allowAll = `
version: 1
rules: { allow: ['*'] }
`
