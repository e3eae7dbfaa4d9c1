// A server of the official SDK. Its one tool returns the length of a text.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { z } from "zod"

const server = new McpServer({ name: "bench", version: "1.0.0" })
server.registerTool("length", { inputSchema: z.strictObject({ text: z.string() }) }, async ({ text }) => ({
  content: [{ type: "text", text: String(text.length) }]
}))
await server.connect(new StdioServerTransport())
