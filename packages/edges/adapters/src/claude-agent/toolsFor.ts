import type { CanUseTool, HookCallback, McpServerConfig, Options } from "@anthropic-ai/claude-agent-sdk"
import type { Session, Toolgate } from "toolgate"
import { byWireName } from "../byWireName.ts"
import { gateTools } from "../GateTool.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"
import { GateMcpServer } from "./GateMcpServer.ts"

/** The options of `query` that put a gate beneath Claude Code. */
export type ClaudeOptions = Required<
  Pick<
    Options,
    "mcpServers" | "strictMcpConfig" | "settingSources" | "tools" | "permissionMode" | "canUseTool" | "hooks"
  >
>

interface ToolsFor {
  (gate: Toolgate, options?: GateToolsOptions): ClaudeOptions
  (session: Session, options?: ToolsOptions): ClaudeOptions
}

/** The name of the server. Claude Code calls its tools `mcp__toolgate__NAME`. */
const serverName = "toolgate"

/**
 * Returns the options of `query` in which the tools of a gate are all that Claude Code has: those that the asker is told about now.
 * They are served from this process. Claude Code's own tools, settings and other MCP servers are off, and whatever is called that is
 * not the gate's is denied twice: in `canUseTool`, and in a hook, because hooks hold in every permission mode. Spread the options
 * last, or add your hooks to theirs. They hold for one `query`.
 *
 * ```ts
 * import { query } from "@anthropic-ai/claude-agent-sdk"
 * import { toolsFor } from "@toolgate/adapters/claude-agent"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, prompt: string) => {
 *   for await (const message of query({ prompt, options: { maxTurns: 20, ...toolsFor(session) } }))
 *     if (message.type === "result") return message.subtype === "success" ? message.result : undefined
 *   return undefined
 * }
 * ```
 */
export const toolsFor: ToolsFor = (door: Door, options: GateToolsOptions = {}): ClaudeOptions => {
  const tools = [...byWireName(gateTools(door, options))].map(([name, tool]) => ({ ...tool, name }))
  const instance = new GateMcpServer(tools)
  return {
    // The SDK uses no more of a server than `connect`.
    mcpServers: { [serverName]: { type: "sdk", name: serverName, instance } as unknown as McpServerConfig },
    strictMcpConfig: true,
    settingSources: [],
    tools: [],
    permissionMode: "default",
    canUseTool,
    hooks: { PreToolUse: [{ hooks: [onlyGates] }] }
  }
}

const canUseTool: CanUseTool = async (name, input, { mcpServer }) =>
  isGates(name, mcpServer)
    ? { behavior: "allow", updatedInput: input }
    : { behavior: "deny", message: `Tool "${name}" does not pass the gate.` }

const onlyGates: HookCallback = async (event) => {
  if (event.hook_event_name !== "PreToolUse" || isGates(event.tool_name, event.mcp_server)) return {}
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: `Tool "${event.tool_name}" does not pass the gate.`
    }
  }
}

/** Whether a tool is the gate's: by where its server comes from, because a server of any configuration can have any name. */
const isGates = (tool: string, server: { readonly name: string; readonly source: string } | undefined): boolean =>
  server?.source === "sdk" && server.name === serverName && tool.startsWith(`mcp__${serverName}__`)
