import { createHash, randomBytes } from "node:crypto"
import type { Tool } from "@toolgate/core"
import type { McpServerEntry } from "@toolgate/mcp-client"
import { serveMcpHttp } from "@toolgate/server"
import { openMcpGate } from "./openMcpGate.ts"
import type { Serving } from "./Serving.ts"

/** Serves a gate with its own tools and MCP servers behind it. */
export const serveGate = async (
  tools: ReadonlyArray<Tool> = [],
  servers: ReadonlyArray<McpServerEntry> = []
): Promise<Serving> => {
  const gate = await openMcpGate(servers, tools)
  const token = randomBytes(32).toString("base64url")
  const { url, close } = await serveMcpHttp({
    gate: gate.services,
    version: "1.0.0",
    workspace: gate.workspace,
    approveWith: (id) => `toolgate approvals approve ${id}`,
    port: 0,
    tokens: [
      {
        caller: { name: "bench", principal: { agent: "bench", ceiling: { tools: "any" } }, approvals: "defer" },
        sha256: createHash("sha256").update(token).digest("hex")
      }
    ]
  })
  return {
    url,
    token,
    close: async () => {
      await close()
      await gate.close()
    }
  }
}
