import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { z } from "zod"
import { assertAllRight } from "../assertAllRight.ts"
import { text } from "../echo.ts"
import type { Peer } from "./Peer.ts"

/** Returns the peer with a client and a server of the official SDK in one process, without serialization. */
export const mcpSdk = async (): Promise<Peer> => {
  const server = new McpServer({ name: "bench", version: "1.0.0" })
  server.registerTool("echo", { inputSchema: z.strictObject({ text: z.string() }) }, async (args) => ({
    content: [{ type: "text", text: args.text }]
  }))
  const client = new Client({ name: "bench", version: "1.0.0" })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  return {
    run: async (times) => {
      let right = 0
      for (let call = 0; call < times; call++) {
        const { content } = await client.callTool({ name: "echo", arguments: { text } })
        if (Array.isArray(content) && content[0]?.text === text) right++
      }
      assertAllRight(right, times)
    }
  }
}
