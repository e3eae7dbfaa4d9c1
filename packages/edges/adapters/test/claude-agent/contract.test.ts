import { query } from "@anthropic-ai/claude-agent-sdk"
import { createTools } from "../../src/claude-agent.ts"
import type { AnswerForModel, ModelCall, Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"
import { type Claude, fakeClaude } from "./FakeClaude.ts"

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const told: Array<AnswerForModel> = []
  let deltas: ReadonlyArray<string> = []
  const abortController = new AbortController()
  signal?.addEventListener("abort", () => abortController.abort())
  const program = async (claude: Claude) => {
    await claude.mcp("toolgate", "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} })
    for (const calls of turns)
      told.splice(0, told.length, ...(await Promise.all(calls.map((call) => make(claude, call)))))
    deltas = claude.notifications.map(({ params }) => params.message)
    return "done"
  }
  let text: string | undefined
  const messages = query({
    prompt: "go",
    options: {
      ...createTools(session, options),
      abortController,
      pathToClaudeCodeExecutable: "not-installed",
      spawnClaudeCodeProcess: () => fakeClaude(program)
    }
  })
  try {
    for await (const message of messages)
      if (message.type === "result" && message.subtype === "success") text = message.result
  } catch (cause) {
    if (signal?.aborted !== true) throw cause
  }
  return { told, text, deltas: deltas.length === 0 ? [] : [deltas.join("")] }
}

/** Makes a call as Claude Code does: asks for permission, then sends an MCP request. */
const make = async ({ mcp, request }: Claude, { id, tool, args, text }: ModelCall): Promise<AnswerForModel> => {
  // Claude Code parses arguments itself, and makes no call if they are not JSON.
  if (text !== undefined) return { id, as: "error", text: "The arguments are no JSON.", files: [] }
  const { behavior } = await request({
    subtype: "can_use_tool",
    tool_name: `mcp__toolgate__${tool}`,
    input: args,
    tool_use_id: id,
    mcp_server: { name: "toolgate", source: "sdk" }
  })
  if (behavior !== "allow") return { id, as: "denial", text: "", files: [] }
  const _meta = { progressToken: id, "claudecode/toolUseId": id }
  const { result, error } = await mcp("toolgate", "tools/call", { name: tool, arguments: args, _meta })
  if (error !== undefined) return { id, as: "error", text: error.message, files: [] }
  const content: ReadonlyArray<{ readonly text?: string; readonly mimeType?: string }> = result.content
  return {
    id,
    as: result.isError === true ? "error" : "result",
    text: content.flatMap((block) => block.text ?? []).join("\n"),
    files: content.flatMap(({ mimeType }) => mimeType ?? [])
  }
}

testAdapter("Claude Agent SDK", {
  run,
  denial: "error",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: false,
  onUnknownTool: "tells the model"
})
