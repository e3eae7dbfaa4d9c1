import type { PermissionRequest, Principal, Resource, ToolDefinition, Verdict } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"

/** A request, and the expected decision. */
export interface Question {
  readonly request: PermissionRequest
  readonly decision: Verdict["decision"]
}

/**
 * The number of requests in a stream. It exceeds every inline cache, and is a power of two, so that a mask can cycle
 * through the stream.
 */
export const streamLength = 1024

/** The default number of agents that ask. */
export const manyAgents = 64

/** Returns principals with distinct roles, as long as there are enough roles. */
export const createPrincipals = (roles: number, agents: number): ReadonlyArray<Principal & { readonly role: string }> =>
  Array.from({ length: agents }, (_, agent) => ({
    agent: `agent_${agent}`,
    role: `role_${Math.floor((agent * roles) / agents)}`,
    ceiling: { tools: "any" }
  }))

/** Returns the index of the agent at a position of a stream. No agent asks twice in a row. */
export const pickAgent = (at: number, agents: number): number => (at * 37 + Math.floor(at / agents)) % agents

export const requestOf = (
  tool: ToolDefinition,
  principal: Principal,
  resources: ReadonlyArray<Resource>
): PermissionRequest => makePermissionRequest({ resources, context: { principal } }, tool)
