import type { CanUseTool, HookCallback, McpServerConfig, Options } from "@anthropic-ai/claude-agent-sdk"
import type { Session, Toolgate } from "toolgate"
import { listGateTools } from "../GateTool.ts"
import { indexByWireName } from "../indexByWireName.ts"
import type { Door, GateToolsOptions, ToolsOptions } from "../ToolsOptions.ts"
import { GateMcpServer } from "./GateMcpServer.ts"

/** The options of `query` that put Claude Code behind a gate. */
export type ClaudeOptions = Required<
  Pick<
    Options,
    "mcpServers" | "strictMcpConfig" | "settingSources" | "tools" | "permissionMode" | "canUseTool" | "hooks"
  >
>

interface CreateTools {
  (gate: Toolgate, options?: GateToolsOptions): ClaudeOptions
  (session: Session, options?: ToolsOptions): ClaudeOptions
}

/** The server's name. Claude Code sees its tools as `mcp__toolgate__NAME`. */
const serverName = "toolgate"

/**
 * Returns options for `query` with which the visible tools of a gate are the only tools of Claude Code. This process
 * serves them. Claude Code's own tools, settings and other MCP servers are off. Two checks deny any other call:
 * `canUseTool`, and a hook, because hooks apply in every permission mode. Spread these options last, or add your hooks
 * to theirs. Use them for one `query`.
 *
 * ```ts
 * import { query } from "@anthropic-ai/claude-agent-sdk"
 * import { createTools } from "@toolgate/adapters/claude-agent"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, prompt: string) => {
 *   for await (const message of query({ prompt, options: { maxTurns: 20, ...createTools(session) } }))
 *     if (message.type === "result") return message.subtype === "success" ? message.result : undefined
 *   return undefined
 * }
 * ```
 */
export const createTools: CreateTools = (door: Door, options: GateToolsOptions = {}): ClaudeOptions => {
  const tools = [...indexByWireName(listGateTools(door, options))].map(([name, tool]) => ({ ...tool, name }))
  const instance = new GateMcpServer(tools)
  return {
    // The SDK uses only `connect` of a server.
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

/**
 * Whether a tool belongs to the gate, by the origin of its server. Names prove nothing, because any configuration can
 * reuse a name.
 */
const isGates = (tool: string, server: { readonly name: string; readonly source: string } | undefined): boolean =>
  server?.source === "sdk" && server.name === serverName && tool.startsWith(`mcp__${serverName}__`)
