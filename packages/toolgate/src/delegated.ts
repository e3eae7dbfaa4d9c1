import { resolve } from "node:path"
import { describeUnknownName, type Principal, type ResolvedPath, type Visibility } from "@toolgate/core"
import { DelegationRefused, delegate, isBeneath } from "@toolgate/core/access"
import { ProcessNotStarted } from "@toolgate/processes"
import { openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import type { AgentOptions, AgentRequest } from "./AgentOptions.ts"
import type { AgentsChoice } from "./agentsChoice.ts"

/** Returns the agent that a request names. Throws if there is none. */
export const namedAgent = (agents: AgentsChoice, name: string): AgentOptions => {
  const named = Object.hasOwn(agents, name) ? agents[name] : undefined
  if (named !== undefined) return named
  throw new ProcessNotStarted({
    message: `The gate starts no such agent: ${describeUnknownName("agent", name, Object.keys(agents))}`
  })
}

/** Returns the principal of the agent that a request starts. Throws `DelegationRefused` if it asks for more than its caller has. */
export const delegated = (
  { agent, tools, readOnly, caller }: AgentRequest,
  visible: Visibility["Service"]["visible"]
): Principal => {
  const ceiling = { ...(tools === undefined ? {} : { tools }), ...(readOnly === true ? { readOnly } : {}) }
  const principal = delegate(caller.principal, { agent, ceiling })
  if (principal instanceof DelegationRefused) throw principal
  // The policy gives a tool that the caller cannot call to nobody beneath the caller.
  const known = new Set(visible({ principal: caller.principal, caller: { kind: "direct" } }).map(({ name }) => name))
  const excess = (tools ?? []).filter((tool) => !known.has(tool)).map((tool) => `the tool "${tool}"`)
  if (excess.length === 0) return principal
  const from = caller.principal.agent
  throw new DelegationRefused(
    `The agent "${agent}" asks for more than "${from}" may give it: ${excess.join("; ")}.`,
    excess
  )
}

/** Returns the folder that an agent's calls work in. Throws if it lies outside of the caller's. */
export const folderWithin = async (
  agent: string,
  folder: string | undefined,
  workspace: ResolvedPath
): Promise<ResolvedPath> => {
  if (folder === undefined) return workspace
  const opened = await Effect.runPromise(openWorkspace(resolve(workspace, folder)))
  if (isBeneath(opened, workspace)) return opened
  const excess = `the workspace "${opened}"`
  throw new DelegationRefused(`The agent "${agent}" has more than its caller may give it: ${excess}.`, [excess])
}
