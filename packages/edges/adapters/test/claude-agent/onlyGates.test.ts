import { query } from "@anthropic-ai/claude-agent-sdk"
import { describe, expect, it } from "vitest"
import { createTools } from "../../src/claude-agent.ts"
import { openContractGate } from "../contract/ContractGate.ts"
import { type Claude, fakeClaude } from "./FakeClaude.ts"

/** Runs a query over a fake program. Returns the program's result and the arguments with which it was started. */
const ask = async (program: (claude: Claude) => Promise<unknown>) => {
  const { session } = await openContractGate()
  let said: unknown
  let args: ReadonlyArray<string> = []
  const options = {
    ...createTools(session),
    pathToClaudeCodeExecutable: "not-installed",
    spawnClaudeCodeProcess: (given: { readonly args: Array<string> }) => {
      args = given.args
      return fakeClaude(async (claude) => {
        said = await program(claude)
        return "done"
      })
    }
  }
  for await (const _ of query({ prompt: "go", options }));
  return { said, args }
}

const servers = [
  ["a tool of Claude Code's own", "Bash", undefined],
  ["a tool of another MCP server", "mcp__files__read", { name: "files", source: "user" }],
  ["a tool of a configured server with the gate's name", "mcp__toolgate__add", { name: "toolgate", source: "project" }],
  ["a tool with the gate's prefix of no known server", "mcp__toolgate__add", undefined],
  [
    "a tool of a server whose name begins as the gate's",
    "mcp__toolgate__x__add",
    { name: "toolgate__x", source: "sdk" }
  ],
  ["a tool of another server of this process", "mcp__other__add", { name: "other", source: "sdk" }]
] as const

describe("Claude Code over a gate", () => {
  it("starts without its own tools and settings, and with the gate's server only", async () => {
    const { said, args } = await ask(async ({ initialized }) => initialized.sdkMcpServers)
    expect(said).toEqual(["toolgate"])
    expect(args).toEqual(
      expect.arrayContaining(["--tools=", "--setting-sources=", "--strict-mcp-config", "--permission-mode=default"])
    )
  })

  it.each(servers)("may not use %s, by the permission and by the hook", async (_, tool_name, mcp_server) => {
    const { said } = await ask(async ({ request, initialized }) => ({
      permission: await request({ subtype: "can_use_tool", tool_name, input: {}, tool_use_id: "1", mcp_server }),
      hook: await request({
        subtype: "hook_callback",
        callback_id: initialized.hooks.PreToolUse[0].hookCallbackIds[0],
        tool_use_id: "1",
        input: { hook_event_name: "PreToolUse", tool_name, tool_input: {}, tool_use_id: "1", mcp_server }
      })
    }))
    expect(said).toMatchObject({
      permission: { behavior: "deny", message: `Tool "${tool_name}" does not pass the gate.` },
      hook: { hookSpecificOutput: { permissionDecision: "deny" } }
    })
  })

  it("may use the gate's tools, and sees only the listed ones", async () => {
    const { said } = await ask(async ({ request, mcp, initialized }) => ({
      hook: await request({
        subtype: "hook_callback",
        callback_id: initialized.hooks.PreToolUse[0].hookCallbackIds[0],
        tool_use_id: "1",
        input: {
          hook_event_name: "PreToolUse",
          tool_name: "mcp__toolgate__add",
          tool_input: {},
          tool_use_id: "1",
          mcp_server: { name: "toolgate", source: "sdk" }
        }
      }),
      tools: (await mcp("toolgate", "tools/list", {})).result.tools.map(({ name }: { name: string }) => name),
      other: (await mcp("toolgate", "resources/list", {})).error.code
    }))
    expect(said).toMatchObject({ hook: {}, other: -32601 })
    expect((said as { tools: ReadonlyArray<string> }).tools).toContain("add")
  })
})
