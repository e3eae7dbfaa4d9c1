import { expect, it } from "vitest"
import { server } from "../../../mcp-client/test/openServers.ts"
import { connect } from "./serveHttpGate.ts"
import { serveOfferGate } from "./serveOfferGate.ts"

it.each(["legacy", "auto"] as const)(
  "sends a client (%s) only valid Unicode, even if a server sends something else",
  async (era) => {
    const { url } = await serveOfferGate([server("files"), server("halves", ["halves"])])
    const client = await connect(url, era)
    expect(await client.callTool({ name: "mcp__files__halves", arguments: {} })).toMatchObject({
      content: [{ type: "text", text: "a\ufffdb" }],
      structuredContent: { "k\ufffd": "\ufffd" }
    })
    expect(await client.callTool({ name: "mcp__files__half_error", arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("no \ufffd") }]
    })
    const { tools } = await client.listTools()
    expect(tools.filter(({ name }) => name.startsWith("mcp__halves"))).toMatchObject([
      {
        name: "mcp__halves__odd",
        description: "half \ufffd",
        inputSchema: { properties: { "k\ufffd": { enum: ["\ufffd"] } } }
      }
    ])
  }
)
