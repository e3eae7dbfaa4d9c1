import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server"
import type { Serving } from "./Serving.ts"

const listed: Tool = {
  name: "echo",
  description: "Returns its text.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] }
}

/** Serves the tool `echo` with the SDK alone. */
export const serveBare = async (): Promise<Serving> => {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } })
    server.setRequestHandler("tools/list", () => ({ tools: [listed] }))
    server.setRequestHandler("tools/call", ({ params }) => ({
      content: [{ type: "text", text: String(params.arguments?.text) }]
    }))
    return server
  })
  const serve = toNodeHandler(handler)
  const server = createServer((request, response) => void serve(request as Parameters<typeof serve>[0], response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    token: "none",
    close: async () => {
      await handler.close()
      server.closeAllConnections()
      server.close()
    }
  }
}
