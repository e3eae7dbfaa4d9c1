import type { PendingApprovals, ResolvedPath, ToolRegistry, Visibility } from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import type { McpServers } from "@toolgate/mcp-client"
import type * as Context from "effect/Context"
import type { McpCaller, McpToken } from "./McpCaller.ts"
import type { ServedSkills } from "./ServedSkills.ts"

/** The parts of a gate that an MCP server is made of. */
export type ServedGate = Context.Context<ToolDispatchEngine | ToolRegistry | Visibility | PendingApprovals>

/** The options of every MCP server over a gate. */
export interface ServeOptions {
  readonly gate: ServedGate
  /** The version that clients are told, of the program that serves. */
  readonly version: string
  readonly workspace: ResolvedPath
  /** The servers behind the gate, whose resources and prompts are served as far as their entries open them. By default none is. */
  readonly servers?: McpServers["Service"]
  /** The skills that restrict every client, and that clients are told about. None by default. */
  readonly skills?: ServedSkills
  /** Returns the command with which a person approves a call. */
  readonly approveWith: (approvalId: string) => string
  /**
   * Returns the address at which a person decides a call, such as that of `openApprovalPage`. To have the address must not be enough
   * to decide: the client and the model see it. Without it, callers whose way is `url` are answered as with `defer`.
   */
  readonly approveAt?: (approvalId: string) => string
  /** Ends the server when it is aborted. */
  readonly signal?: AbortSignal
}

/** The options of a server over this process's standard input and output. */
export interface StdioOptions extends ServeOptions {
  readonly caller: McpCaller
}

/** The options of a server over HTTP. */
export interface HttpOptions extends ServeOptions {
  /** The port on the loopback interface; 0 takes a free one. */
  readonly port: number
  readonly tokens: ReadonlyArray<McpToken>
}

/** A server over HTTP that listens. */
export interface HttpServing {
  readonly url: string
  /** Ends the calls that run, and resolves once they are answered. */
  readonly close: () => Promise<void>
}
