import type { PermissionRequest, Principal, Resource, ToolDefinition, Verdict } from "@toolgate/core"
import { permissionRequest } from "@toolgate/testing"

/** A request, and what everyone who is asked has to answer. */
export interface Question {
  readonly request: PermissionRequest
  readonly decision: Verdict["decision"]
}

/** How many requests a stream has: more than any inline cache holds. A power of two, so that it is cycled through by a mask. */
export const streamLength = 1024

/** How many agents ask, unless told otherwise. */
export const manyAgents = 64

/** So many agents, each with a role of its own as far as there are roles. */
export const principalsWith = (roles: number, agents: number): ReadonlyArray<Principal & { readonly role: string }> =>
  Array.from({ length: agents }, (_, agent) => ({
    agent: `agent_${agent}`,
    role: `role_${Math.floor((agent * roles) / agents)}`,
    ceiling: { tools: "any" }
  }))

/** Which agent asks at a place of a stream: in an order in which none follows itself. */
export const agentAt = (at: number, agents: number): number => (at * 37 + Math.floor(at / agents)) % agents

/** What a policy is asked about one call. */
export const requestOf = (
  tool: ToolDefinition,
  principal: Principal,
  resources: ReadonlyArray<Resource>
): PermissionRequest => permissionRequest({ resources, context: { principal } }, tool)
