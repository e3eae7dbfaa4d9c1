import { resolve } from "node:path"
import { describeUnknownName, type Principal, type ResolvedPath, type Visibility } from "@toolgate/core"
import { DelegationRefused, delegate, isBeneath } from "@toolgate/core/access"
import { ProcessNotStarted } from "@toolgate/processes"
import { openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import type { AgentOptions, AgentRequest } from "./AgentOptions.ts"
import type { AgentsChoice } from "./agentsChoice.ts"

/** Finds the agent that a request names. Throws if it is unknown. */
export const findAgent = (agents: AgentsChoice, name: string): AgentOptions => {
  const named = Object.hasOwn(agents, name) ? agents[name] : undefined
  if (named !== undefined) return named
  throw new ProcessNotStarted({
    message: `Cannot start the agent: ${describeUnknownName("agent", name, Object.keys(agents))}`
  })
}

/** Returns the principal of the requested agent. Throws `DelegationRefused` if it would exceed the caller's rights. */
export const delegated = (
  { agent, tools, readOnly, caller }: AgentRequest,
  visible: Visibility["Service"]["visible"]
): Principal => {
  const ceiling = { ...(tools === undefined ? {} : { tools }), ...(readOnly === true ? { readOnly } : {}) }
  const principal = delegate(caller.principal, { agent, ceiling })
  if (principal instanceof DelegationRefused) throw principal
  // The policy never gives descendants a tool that the caller cannot call.
  const known = new Set(visible({ principal: caller.principal, caller: { kind: "direct" } }).map(({ name }) => name))
  const excess = (tools ?? []).filter((tool) => !known.has(tool)).map((tool) => `the tool "${tool}"`)
  if (excess.length === 0) return principal
  const from = caller.principal.agent
  throw new DelegationRefused(
    `The agent "${agent}" requests more rights than "${from}" has: ${excess.join("; ")}.`,
    excess
  )
}

/** Returns the folder of an agent's calls. Throws if it is outside the caller's workspace. */
export const resolveAgentFolder = async (
  agent: string,
  folder: string | undefined,
  workspace: ResolvedPath
): Promise<ResolvedPath> => {
  if (folder === undefined) return workspace
  const opened = await Effect.runPromise(openWorkspace(resolve(workspace, folder)))
  if (isBeneath(opened, workspace)) return opened
  const excess = `the workspace "${opened}"`
  throw new DelegationRefused(`The agent "${agent}" requests more rights than its caller has: ${excess}.`, [excess])
}
