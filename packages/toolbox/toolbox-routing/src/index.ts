import type { Tool } from "@toolgate/core"
import { createDelegate } from "./delegate/definition.ts"
import type { StartAgent } from "./delegate/StartAgent.ts"
import { escalate } from "./escalate/definition.ts"
import type { RoutingSettings } from "./routingSettings.ts"

export type { AgentEnding, AgentStart, StartAgent, StartedAgent } from "./delegate/StartAgent.ts"
export { type RoutingSettings, routingSettings } from "./routingSettings.ts"
export { escalate }

/**
 * Returns the tools that hand work on: `delegate` to an agent from the settings, and `escalate` to a person. `start`
 * starts agents; without it, `delegate` refuses. Pass the same agents to the gate as its option, because the gate
 * enforces their policies.
 *
 * ```ts
 * import { routingTools } from "@toolgate/toolbox-routing"
 * import { createToolgate, type Toolgate } from "toolgate"
 *
 * const agents = { reviewer: { command: ["python3", "agents/reviewer.py"] } }
 * const tools = routingTools({ agents }, (request) => gate.startAgent(request))
 * await using gate: Toolgate = await createToolgate({ workspace: ".", policy: "default", tools, agents })
 * ```
 */
export const routingTools = (settings: RoutingSettings = {}, start?: StartAgent): ReadonlyArray<Tool> => [
  createDelegate(settings, start),
  escalate
]

/** Delegates a task to an agent, once `routingTools` configures agents. */
export const delegate: Tool = createDelegate({}, undefined)
