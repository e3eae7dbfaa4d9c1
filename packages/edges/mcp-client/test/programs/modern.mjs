// An MCP server over stdio that speaks the protocol of 2026-07-28, made with the SDK.
import { acceptedContent, fromJsonSchema, inputRequired, McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"

const none = fromJsonSchema({ type: "object", properties: {} })
const text = (text) => ({ content: [{ type: "text", text }] })

serveStdio(() => {
  const server = new McpServer({ name: "modern", version: "1" })
  server.registerTool("pid", { description: "Its process.", inputSchema: none }, async () => text(String(process.pid)))
  server.registerTool("crash", { description: "Ends.", inputSchema: none }, async () => process.exit(3))
  server.registerTool("change", { description: "Adds a tool.", inputSchema: none }, async () => {
    server.registerTool("fresh", { description: "New.", inputSchema: none }, async () => text("fresh"))
    return text("changed")
  })
  server.registerTool("asks", { description: "Asks its client.", inputSchema: none }, async (_args, { mcpReq }) => {
    const said = acceptedContent(mcpReq.inputResponses, "name")
    if (said !== undefined) return text(`hello ${said.name}`)
    if (mcpReq.inputResponses !== undefined) return text("hello nobody")
    const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] }
    return inputRequired({ inputRequests: { name: inputRequired.elicit({ message: "Your name?", requestedSchema }) } })
  })
  server.registerTool("asks_all", { description: "Asks at once.", inputSchema: none }, async (_args, { mcpReq }) => {
    if (mcpReq.inputResponses !== undefined) return text(JSON.stringify(mcpReq.inputResponses))
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } }
    const messages = [{ role: "user", content: { type: "text", text: "A rhyme on secret-of-ours?" } }]
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({ message: "Your name?", requestedSchema }),
        rhyme: inputRequired.createMessage({ messages, maxTokens: 9 }),
        folders: inputRequired.listRoots()
      }
    })
  })
  return server
})
