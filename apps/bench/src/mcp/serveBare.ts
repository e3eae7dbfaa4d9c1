import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "@modelcontextprotocol/node"
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  type McpServerFactory,
  Server
} from "@modelcontextprotocol/server"
import type { Serving } from "./Serving.ts"

const listed = {
  name: "echo",
  description: "Returns its text.",
  inputSchema: { type: "object" as const, properties: { text: { type: "string" as const } }, required: ["text"] }
}

/** Creates a typical SDK server. It validates the arguments of a call, as a gate does. */
export const createCheckingServer: McpServerFactory = () => {
  const server = new McpServer({ name: "bench", version: "1.0.0" })
  const { name, description, inputSchema } = listed
  server.registerTool(
    name,
    { description, inputSchema: fromJsonSchema<{ text: string }>(inputSchema) },
    ({ text }) => ({
      content: [{ type: "text", text }]
    })
  )
  return server
}

/** Creates an SDK server that passes calls to its tool without validation. */
export const createLeastServer: McpServerFactory = () => {
  const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => ({ tools: [listed] }))
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: String(params.arguments?.text) }]
  }))
  return server
}

/** Serves the tool `echo` with the SDK alone. */
export const serveBare = async (factory: McpServerFactory): Promise<Serving> => {
  const handler = createMcpHandler(factory)
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
