import type { Principal, RuleRef, ToolDefinition } from "@toolgate/core"
import { parseHostPattern } from "@toolgate/core/access"
import type { AgentCapabilities, PolicyConfig } from "../config/PolicyConfig.ts"
import { makeSelectorMatch, type SelectorMatch } from "../config/toolSelectors.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { meetValidated } from "../verdict/meet.ts"
import { noOpinion } from "../verdict/verdicts.ts"
import { pickVerdict } from "./makeConstantPart.ts"
import { type HostBound, ResourceBounds } from "./ResourceBounds.ts"

/**
 * Returns the part of a policy that restricts an agent to its capabilities: tools by name, trees of files with a mode,
 * and hosts. If the policy lists its agents, other agents have no capabilities. For a tool that needs no capability,
 * only the resources of the call are checked.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { capabilities, makePolicy } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\nagents: { a: { tools: [read_file] } }"
 * const { judge } = makePolicy([capabilities(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
 * const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
 * assert.deepEqual([decide("read_file"), decide("write_file")], ["allow", "deny"])
 * ```
 */
export const capabilities = (config: Pick<PolicyConfig, "agents" | "groups" | "name">): PolicyPart => {
  const { agents } = config
  const matches = makeSelectorMatch(config.groups)
  const bounds = new Map([...(agents ?? [])].map(([agent, given]) => [agent, boundsOf(agent, given)]))
  const findings = (tool: ToolDefinition, { agent }: Principal): ReadonlyArray<Finding> =>
    agents === undefined ? [] : toolFindings(agent, agents, tool, matches, config.name)
  return {
    name: "capabilities",
    of: (tool, { principal }) => {
      if (agents === undefined) return noOpinion
      const verdict = pickVerdict(findings(tool, principal))
      const given = bounds.get(principal.agent)
      if (verdict.decision === "deny" || given === undefined || given.boundsNothing) return verdict
      return meetValidated(() => verdict, given.judge)
    },
    bounds: (_tool, { principal }) => {
      const given = bounds.get(principal.agent)
      return given === undefined ? [] : [given.bounds]
    },
    explain: (request, principal) => [
      ...findings(request.tool, principal),
      ...(bounds.get(principal.agent)?.findings(request) ?? [])
    ]
  }
}

const toolFindings = (
  agent: string,
  agents: ReadonlyMap<string, AgentCapabilities>,
  tool: ToolDefinition,
  matches: SelectorMatch,
  name: string
): ReadonlyArray<Finding> => {
  const given = agents.get(agent)
  if (given === undefined)
    return [
      {
        because: {
          layer: "capabilities",
          rule: `agents: ${[...agents.keys()].join(", ")}`,
          source: [...agents.values()][0]?.source ?? name
        },
        effect: "deny",
        said: `The policy lists its agents, and "${agent}" is not among them.`,
        change: `Add "${agent}" to agents, or call as one of: ${[...agents.keys()].join(", ")}.`
      }
    ]
  const layer = `agent ${agent}`
  const by = given.tools?.find((selector) => matches(selector, tool))
  if (by !== undefined)
    return [
      {
        because: { layer, rule: `tools ${by.text}`, source: by.source },
        effect: "allow",
        said: `The agent "${agent}" was given the tool "${tool.name}".`
      }
    ]
  if (given.tools === undefined || !tool.requiresCapability) return []
  return [
    {
      because: { layer, rule: `tools ${given.tools.map(({ text }) => text).join(", ")}`, source: given.source },
      effect: "deny",
      said: `The agent "${agent}" was not given the tool "${tool.name}".`,
      change: `Add "${tool.name}" to the tools of agents.${agent}.`
    }
  ]
}

const boundsOf = (agent: string, { fs, net, source }: AgentCapabilities): ResourceBounds => {
  const layer = `agent ${agent}`
  const because = (rule: string, at: string): RuleRef => ({ layer, rule, source: at })
  return new ResourceBounds({
    trees: fs?.map(({ path, mode, source: at }) => ({ path, mode, because: because(`fs ${path} ${mode}`, at) })),
    hosts: net?.flatMap(({ text, source: at }): ReadonlyArray<HostBound> => {
      const pattern = parseHostPattern(text)
      // An invalid pattern is refused when the file is loaded. Here, such a pattern allows no host.
      return typeof pattern === "string" ? [] : [{ pattern, because: because(`net ${text}`, at) }]
    }),
    because: because(`fs, net of agents.${agent}`, source),
    whose: `agent "${agent}"`
  })
}
