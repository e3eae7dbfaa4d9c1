import { Processes } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { openWorkspace, ToolgateLayer } from "toolgate/effect"
import { type McpConfig, McpServers, type SignIns } from "../../src/index.ts"

/** Opens a gate that allows everything, with MCP servers behind it. */
export const openGateway = async (folder: string, servers: McpConfig["servers"], signIns?: SignIns) => {
  const workspace = await Effect.runPromise(openWorkspace(folder))
  const upstream = McpServers.layer({
    servers,
    workspace,
    hold: buildProcessSpec,
    version: "1.0.0",
    ...(signIns === undefined ? {} : { signIns })
  })
  // Some calls of the suite ask a question that is never answered.
  const gate = ToolgateLayer.layer({ policy: "host", tools: [], limits: { callsPerSession: 16 } })
  const runtime = ManagedRuntime.make(
    upstream.pipe(
      Layer.provideMerge(Layer.merge(gate, Processes.layer)),
      Layer.provide(Layer.succeed(Logger.LogToStderr, true))
    )
  )
  const services = await runtime.context()
  const mcp = await runtime.runPromise(McpServers)
  await runtime.runPromise(mcp.tried)
  const status = await runtime.runPromise(mcp.status)
  return { workspace, services, servers: mcp, status, close: () => runtime.dispose() }
}
