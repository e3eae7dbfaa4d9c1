// A server of the official SDK over standard input and output, with a given number of tools. Each returns its text.
import { Server } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"

const count = Number(process.argv[2] ?? 1)
const tools = Array.from({ length: count }, (_, index) => ({
  name: index === 0 ? "echo" : `tool_${index}`,
  description: `Returns its text, as the tool number ${index}.`,
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string", description: "What it returns." },
      format: { type: "string", enum: ["plain", "markdown"], default: "plain" },
      limit: { type: "integer", minimum: 1, maximum: 1000 }
    },
    required: ["text"]
  }
}))

serveStdio(() => {
  const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => ({ tools }))
  server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: params.arguments.text }] }))
  return server
})
