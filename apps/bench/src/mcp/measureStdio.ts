import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import type { Family } from "../Case.ts"
import { gateOverStdio } from "../targets.ts"
import { createServerEntry, getServerCommand } from "./entries.ts"
import { echoOf, getText, makeCalls } from "./makeCalls.ts"
import { openMcpGate } from "./openMcpGate.ts"

/** Measures the gate's share of a call of a server's tool over stdio. */
export const measureStdio = async (): Promise<Family> => {
  const direct = {
    name: "a client's call of a server",
    ...makeCalls(1000, async () => {
      const [command, ...args] = getServerCommand(1)
      const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
      await client.connect(new StdioClientTransport({ command, args: [...args] }))
      return echoOf(client, "echo")
    })
  }
  const gated = {
    name: "a call of the same server, through the gate",
    ...makeCalls(1000, async () => {
      const { call, close } = await openMcpGate([createServerEntry("bench", getServerCommand(1))])
      return { call: async (text) => getText((await call("mcp__bench__echo", { text })).output.content), close }
    })
  }
  return {
    name: "mcp.stdio",
    title: "A call of an MCP server over stdio",
    apart: true,
    cases: [direct, gated],
    figures: (measured) => [measured.figure(direct.name), measured.figure(gated.name, direct.name, gateOverStdio)],
    close: async () => {
      for (const { close } of [direct, gated]) await close()
    }
  }
}
