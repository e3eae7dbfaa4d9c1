import type { Principal } from "@toolgate/core"
import type { ApprovalWay } from "@toolgate/mcp-client"

/**
 * The caller behind a connection. Nothing here comes from the client's requests, because a client's description of
 * itself is not proof of its identity.
 */
export interface McpCaller {
  /** The operator's name for the client. It is recorded with the decisions of the client's user. */
  readonly name: string
  /** The principal of its calls: agent, role and ceiling. */
  readonly principal: Principal
  /** The way to ask the client's user when the policy asks: `defer`, `elicit` or `url`. */
  readonly approvals: ApprovalWay
}
