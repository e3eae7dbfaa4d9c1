import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { allRight } from "../allRight.ts"
import type { Family } from "../Case.ts"
import { gateOverStdio } from "../targets.ts"
import { callsOf, text } from "./callsOf.ts"
import { serverCommand, serverEntry } from "./entries.ts"
import { openMcpGate } from "./openMcpGate.ts"

/** Returns the family of cases about the gate's share of a call of a server's tool over stdio. */
export const stdio = async (): Promise<Family> => {
  const [command, ...args] = serverCommand(1)
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
  await client.connect(new StdioClientTransport({ command, args: [...args] }))
  const gate = await openMcpGate([serverEntry("bench", serverCommand(1))])
  const names = { direct: "a client's call of a server", gated: "a call of the same server, through the gate" }
  return {
    name: "mcp.stdio",
    title: "A call of an MCP server over stdio",
    cases: [
      { name: names.direct, run: callsOf(client, "echo") },
      {
        name: names.gated,
        run: async (times) => {
          let right = 0
          for (let call = 0; call < times; call++) {
            const { output } = await gate.call("mcp__bench__echo", { text })
            if (output.content[0]?.type === "text" && output.content[0].text === text) right++
          }
          allRight(right, times)
        }
      }
    ],
    figures: (measured) => [measured.figure(names.direct), measured.figure(names.gated, names.direct, gateOverStdio)],
    close: async () => {
      await client.close()
      await gate.close()
    }
  }
}
