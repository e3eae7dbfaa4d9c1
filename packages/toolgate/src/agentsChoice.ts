import { resolve } from "node:path"
import type { Judge, Principal, ToolDefinition } from "@toolgate/core"
import { Sandboxes } from "@toolgate/core"
import { allow, DefaultPolicy, deny, makePolicyInvalid, type PolicyInvalid } from "@toolgate/policy"
import { loadPolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import type { AgentOptions } from "./AgentOptions.ts"

/** The agents that calls may start, by name. */
export type AgentsChoice = Readonly<Record<string, AgentOptions>>

/** Returns the policy paths of all agents that have one. */
export const listAgentPolicies = (agents: AgentsChoice = {}): ReadonlyArray<string> =>
  Object.values(agents).flatMap(({ policy }) => (policy === undefined ? [] : [resolve(policy)]))

/**
 * Returns a judge for each agent with its own policy. The judge covers the agent and every agent below it, and allows all other calls.
 * Fails if a policy is invalid.
 */
export const makeAgentJudges = (
  agents: AgentsChoice,
  tools: ReadonlyArray<ToolDefinition>
): Effect.Effect<ReadonlyArray<Judge>, PolicyInvalid, Sandboxes> =>
  Effect.gen(function* () {
    const { installed } = yield* Sandboxes
    const judges: Array<Judge> = []
    for (const [agent, { policy: path }] of Object.entries(agents)) {
      if (path === undefined) continue
      const configs = yield* loadPolicy([path], {})
      const quota = configs.flatMap(({ quotas }) => [...quotas.values()])[0]
      const message = `quotas apply to all agents; move them to the gate's policy from that of the agent "${agent}"`
      if (quota !== undefined) return yield* makePolicyInvalid([{ source: path, message }])
      const programs = configs.flatMap((config) => config.programs ?? [])[0]
      if (programs !== undefined) {
        const message = `"programs" is only allowed in the gate's policy, not in that of the agent "${agent}"`
        return yield* makePolicyInvalid([{ source: programs.source, message }])
      }
      const problems = DefaultPolicy.findProblems({ configs, tools }, installed)
      if (problems.length > 0) return yield* makePolicyInvalid(problems)
      judges.push(judgeOf(agent, DefaultPolicy.make({ configs, tools }, installed)))
    }
    return judges
  })

const judgeOf = (agent: string, policy: ReturnType<typeof DefaultPolicy.make>): Judge => {
  const admitted = new WeakMap<ToolDefinition, string | undefined>()
  const because = { layer: "agents", rule: `policy of ${agent}`, source: "agents" }
  return (request) => {
    const { tool, context } = request
    const principal = upTo(context.principal, agent)
    if (principal === undefined) return allow(because)
    // A tool that was added later is checked against the rules once the policy knows it.
    if (!admitted.has(tool)) admitted.set(tool, policy.admit(tool)[0]?.message)
    const problem = admitted.get(tool)
    if (problem !== undefined)
      return deny(because, `The policy of the agent "${agent}" does not fit the tool: ${problem}.`)
    return policy.judge({ ...request, context: { ...context, principal } })
  }
}

/** Returns the chain of principals up to the nearest one named `agent`. That agent's policy ignores the principals above. */
const upTo = ({ parent, ...own }: Principal, agent: string): Principal | undefined => {
  if (own.agent === agent) return own
  const above = parent === undefined ? undefined : upTo(parent, agent)
  return above === undefined ? undefined : { ...own, parent: above }
}
