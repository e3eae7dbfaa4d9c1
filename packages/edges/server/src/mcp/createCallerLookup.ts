import type { McpCaller } from "@toolgate/mcp-server"
import type { AccessToken } from "../access/AccessToken.ts"

/** Makes the lookup of the caller that a token stands for. A token never changes, so its first caller stays valid. */
export const createCallerLookup = (approvals: McpCaller["approvals"]) => {
  const callers = new Map<string, McpCaller>()
  return ({ id, name, agent, role, task, onBehalfOf }: AccessToken): McpCaller => {
    const caller = callers.get(id) ?? {
      name,
      principal: {
        agent,
        ...(role === undefined ? {} : { role }),
        ...(task === undefined ? {} : { task }),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ceiling: { tools: "any" }
      },
      approvals
    }
    callers.set(id, caller)
    return caller
  }
}
