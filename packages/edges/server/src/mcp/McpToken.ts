import type { McpCaller } from "@toolgate/mcp-server"

/** A bearer token of `serveMcpHttp`, and its caller. */
export interface McpToken {
  /** The caller that the token stands for. */
  readonly caller: McpCaller
  /** The SHA-256 digest of the token, in hexadecimal. The token itself is not stored. */
  readonly sha256: string
}
