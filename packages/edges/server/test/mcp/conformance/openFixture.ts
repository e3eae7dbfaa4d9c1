import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { McpServerEntry } from "@toolgate/mcp-client"
import { openGateway } from "../../../../mcp-client/test/conformance/openGateway.ts"
import { serveMcpHttp } from "../../../src/index.ts"
import { openFront } from "./front.ts"

const fixture: McpServerEntry = {
  name: "fixture",
  source: {
    kind: "stdio",
    command: [process.execPath, join(import.meta.dirname, "fixture.ts")],
    env: {},
    files: [],
    network: "none",
    limits: {},
    unconfined: true
  },
  tools: new Map(),
  allow: ["elicitation", "sampling", "roots", "resources", "prompts"]
}

/** Serves the fixture behind a gate over HTTP. Returns the address for the suite. */
export const openFixture = async () => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-server-"))
  const gate = await openGateway(folder, new Map([[fixture.name, fixture]]))
  const token = "a-token-of-the-conformance-suite"
  const { url, close } = await serveMcpHttp({
    gate: gate.services,
    servers: gate.servers,
    version: "1.0.0",
    workspace: gate.workspace,
    approveWith: (id) => `toolgate approvals approve ${id}`,
    port: 0,
    tokens: [
      {
        caller: { name: "suite", principal: { agent: "suite", ceiling: { tools: "any" } }, approvals: "elicit" },
        sha256: createHash("sha256").update(token).digest("hex")
      }
    ]
  })
  const front = await openFront({ url, token, server: fixture.name })
  return {
    url: `http://127.0.0.1:${front.port}/mcp`,
    close: async () => {
      front.close()
      await close()
      await gate.close()
      rmSync(folder, { recursive: true })
    }
  }
}
