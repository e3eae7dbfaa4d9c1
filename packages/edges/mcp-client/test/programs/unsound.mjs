// An MCP server that speaks the protocol of 2026-07-28, and lists an invalid definition beside a valid one.
import { Server } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"

serveStdio(() => {
  const server = new Server({ name: "unsound", version: "1" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => ({
    tools: [
      { name: "unsound", inputSchema: { type: "array" } },
      { name: "untyped", inputSchema: { $schema: "http://json-schema.org/draft-07/schema#" } },
      { name: "sound", inputSchema: { type: "object" } }
    ]
  }))
  server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: params.name }] }))
  return server
})
