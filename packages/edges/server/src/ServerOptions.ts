import type { EndpointOptions, McpCaller } from "@toolgate/mcp-server"
import type { Toolgate } from "toolgate"
import type { FindToken } from "./access/Access.ts"
import type { OwnNames } from "./access/guardRequests.ts"
import type { Limits } from "./access/TokenLimits.ts"
import type { StreamBounds } from "./events/EventStreams.ts"
import type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"

/** Where a server listens: an address, or a Unix socket. */
export type ListenAt = { readonly host: string; readonly port: number } | { readonly socket: string }

/** The options of a server for MCP clients. The principal of a client's calls is that of its token. */
export interface McpDoorOptions extends Omit<EndpointOptions, "gate" | "workspace"> {
  /** The way to ask a client's user when the policy asks. Default: `defer`. */
  readonly approvals?: McpCaller["approvals"]
}

/** The options of `openServer`. */
export interface ServerOptions extends OwnNames {
  /** The gate that is served. It has to be opened with `createToolgate` or `openGate`. */
  readonly gate: Toolgate
  /** The folder of sessions that name none. */
  readonly workspace: string
  readonly listen: ListenAt
  /** Finds a token by its secret. */
  readonly findToken: FindToken
  /** The limits of each token. */
  readonly limits?: Limits
  /** The bounds of event streams. */
  readonly streams?: StreamBounds
  /** The longest body, in bytes. Default: 4 MiB. */
  readonly longestBody?: number
  /** The most connections. Beyond the limit, the one that was unused the longest is closed. Default: 4,096. */
  readonly connections?: number
  /** Serves MCP clients at `/mcp`. Default: it does not. */
  readonly mcp?: McpDoorOptions
  /** Serves the approval page at `/approvals`. Clients of `mcp` lead their users there. Default: there is no page. */
  readonly page?: Omit<ApprovalPageOptions, "gate">
  /** The time in which calls may end when the server closes, in milliseconds. Default: 5 s. */
  readonly graceMs?: number
}

/** A running server. */
export interface OpenServer {
  /** The address, without a path. For a Unix socket, its path. */
  readonly url: string
  /** The approval page, if there is one. */
  readonly page?: Omit<ApprovalPage, "close">
  /** Stops taking requests, ends the streams, and cancels calls that do not end in time. */
  readonly close: () => Promise<void>
}
