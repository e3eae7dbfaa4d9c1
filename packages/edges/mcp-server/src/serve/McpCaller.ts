import type { Principal } from "@toolgate/core"
import type { ApprovalWay } from "@toolgate/mcp-client"

/** A client's side of a connection, as the edge knows it. Nothing in it comes from a request: what a client says of itself is no identity. */
export interface McpCaller {
  /** The operator's name for the client, which is recorded as the one who decides what the client's user answers. */
  readonly name: string
  readonly principal: Principal
  readonly approvals: ApprovalWay
}

/** A bearer token of the HTTP edge, and the caller whose requests carry it. */
export interface McpToken {
  readonly caller: McpCaller
  /** The SHA-256 digest of the token, in hexadecimal. The token itself is not kept. */
  readonly sha256: string
}
