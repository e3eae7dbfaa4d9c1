import { type DispatchContext, type Tool, ToolRegistry } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import { type McpServerEntry, McpServers } from "@toolgate/mcp-client"
import { Processes } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { openWorkspace, ToolgateLayer } from "toolgate/effect"

/** Opens a gate with the default policy, its own tools, and MCP servers behind it. Resolves when all are listed. */
export const openMcpGate = async (servers: ReadonlyArray<McpServerEntry>, tools: ReadonlyArray<Tool> = []) => {
  const workspace = await Effect.runPromise(openWorkspace(process.cwd()))
  const upstream = McpServers.layer({
    servers: new Map(servers.map((server) => [server.name, server])),
    workspace,
    hold: buildProcessSpec,
    version: "1.0.0"
  })
  const gate = ToolgateLayer.layer({ policy: "default", tools })
  const runtime = ManagedRuntime.make(upstream.pipe(Layer.provideMerge(Layer.merge(gate, Processes.layer))))
  const services = await runtime.context()
  const mcp = Context.get(services, McpServers)
  await runtime.runPromise(mcp.tried)
  const engine = Context.get(services, ToolDispatchEngine)
  const registry = Context.get(services, ToolRegistry)
  const context: DispatchContext = {
    session: "default",
    turn: "default",
    principal: { agent: "default", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  let calls = 0
  return {
    workspace,
    services,
    status: () => runtime.runPromise(mcp.status),
    size: () => registry.list().length,
    call: (tool: string, args: object) => engine.dispatchPromise({ id: `call_${++calls}`, tool, args }, context),
    close: () => runtime.dispose()
  }
}
