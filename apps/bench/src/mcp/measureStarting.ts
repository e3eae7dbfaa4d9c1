import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { startOfServers } from "../targets.ts"
import { createServerEntry, getServerCommand } from "./entries.ts"
import { openMcpGate } from "./openMcpGate.ts"

const servers = 10

/** Measures a gate with ten servers, from opening until every tool can be called. */
export const measureStarting = async ({ tools }: Scale): Promise<Family> => {
  const each = Math.ceil(tools / servers)
  const numbers = Array.from({ length: servers }, (_, number) => number)
  const open: Array<{ readonly close: () => Promise<void> }> = []
  const closeAll = async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
  }
  const started = (name: string, start: () => Promise<unknown>): Case => ({
    name,
    prepare: closeAll,
    run: async () => void (await start()),
    times: 1,
    rounds: 10
  })
  const client = async () => {
    const [command, ...args] = getServerCommand(each)
    const client = new Client({ name: "bench", version: "1.0.0" })
    open.push(client)
    await client.connect(new StdioClientTransport({ command, args: [...args] }))
    await client.listTools()
  }
  const gate = async () => {
    const opened = await openMcpGate(
      numbers.map((number) => createServerEntry(`bench-${number}`, getServerCommand(each)))
    )
    open.push(opened)
    if (opened.size() !== each * servers) throw new Error(`The gate has ${opened.size()} tools.`)
  }
  const names = {
    one: `a client and a server with ${each} tools`,
    clients: `${servers} clients and servers at once`,
    gate: `a gate with ${servers} servers and ${each * servers} tools`
  }
  return {
    name: "mcp.start",
    title: "Starting MCP servers, until their tools are listed",
    cases: [
      started(names.one, client),
      started(names.clients, () => Promise.all(numbers.map(client))),
      started(names.gate, gate)
    ],
    figures: (measured) => [
      measured.figure(names.one),
      measured.figure(names.clients, names.one),
      measured.figure(names.gate, names.clients, startOfServers),
      measured.figure(names.gate, names.one)
    ],
    close: closeAll
  }
}
