import type { PendingApprovals, ResolvedPath, ToolRegistry, Visibility } from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import type { McpServers } from "@toolgate/mcp-client"
import type * as Context from "effect/Context"
import type { McpCaller } from "./McpCaller.ts"
import type { ServedSkills } from "./ServedSkills.ts"

/** The services that an MCP server needs from a gate. */
export type ServedGate = Context.Context<ToolDispatchEngine | ToolRegistry | Visibility | PendingApprovals>

/** The options that stdio and HTTP share. */
export interface ServeOptions {
  /** The services of the gate whose tools are served. */
  readonly gate: ServedGate
  /** The version of the serving program, which clients see. */
  readonly version: string
  /** The folder in which calls of clients work. */
  readonly workspace: ResolvedPath
  /** The MCP servers behind the gate. The resources and prompts that their entries allow are served. Default: none. */
  readonly servers?: McpServers["Service"]
  /** The skills that restrict every client and that clients see. Default: none. */
  readonly skills?: ServedSkills
  /** Returns the command with which a person approves a call. */
  readonly approveWith: (approvalId: string) => string
  /**
   * Returns the address at which a person decides a call, such as `addressOf` of `openApprovalPage`. The client and the
   * model see the address, so knowing it must not be enough to decide. Without this option, `url` works like `defer`.
   */
  readonly approveAt?: (approvalId: string) => string
}

/** The options of `serveMcpStdio`. */
export interface StdioOptions extends ServeOptions {
  /** The caller of every call, because one process serves one client. */
  readonly caller: McpCaller
  /** Stops the server when aborted. */
  readonly signal?: AbortSignal
}
