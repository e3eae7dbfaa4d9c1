import type { Tool } from "@toolgate/core"
import { delegateWith } from "./delegate/definition.ts"
import type { StartAgent } from "./delegate/StartAgent.ts"
import { escalate } from "./escalate/definition.ts"
import type { RoutingSettings } from "./routingSettings.ts"

export type { AgentEnding, AgentStart, StartAgent, StartedAgent } from "./delegate/StartAgent.ts"
export { type RoutingSettings, routingSettings } from "./routingSettings.ts"
export { escalate }

/**
 * Returns the tools that hand work on: `delegate` to an agent that the settings name, and `escalate` to a person. `start` starts agents,
 * and without it none is started. A gate has the same agents as its option, because their policies are its own to keep.
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
  delegateWith(settings, start),
  escalate
]

/** Hands a task to an agent, once agents are configured by `routingTools`. */
export const delegate: Tool = delegateWith({}, undefined)
