// A gate over standard input and output with tools that ask. The client approves each write.

import { serveMcpStdio } from "@toolgate/mcp-server"
import { builtins, createToolgate } from "toolgate"
import { partsOf } from "toolgate/effect"
import { createAskingTools } from "../createAskingTools.ts"

const [workspace = ""] = process.argv.slice(2)
const tools = [...builtins(), ...createAskingTools().tools]
const gate = await createToolgate({ workspace, policy: "default", tools, onAsk: "wait" })
const { services, base } = partsOf(gate)
await serveMcpStdio({
  gate: services,
  version: "1",
  workspace: base.workspace,
  caller: { name: "stdio", principal: { agent: "assistant", ceiling: { tools: "any" } }, approvals: "elicit" },
  approveWith: (id) => `approve ${id}`
})
await gate.close()
