import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { assertAllRight } from "../assertAllRight.ts"
import type { Caller } from "./Orders.ts"
import { mcpServer } from "./programs.ts"

/**
 * Returns an MCP server process with an official SDK client in this process. The large text goes in the same direction
 * as in the other cases.
 */
export const startMcpPeer = async (): Promise<Caller> => {
  const [command, ...args] = mcpServer
  const client = new Client({ name: "bench", version: "1.0.0" })
  await client.connect(new StdioClientTransport({ command, args: [...args] }))
  return {
    make: async ({ times, size = 0 }) => {
      const text = "x".repeat(size)
      let right = 0
      for (let call = 0; call < times; call++) {
        const { content } = await client.callTool({ name: "length", arguments: { text } })
        if (Array.isArray(content) && content[0]?.text === String(size)) right++
      }
      assertAllRight(right, times)
    },
    close: () => client.close()
  }
}
