import type { Resource, ToolDefinition } from "@toolgate/core"
import { createPrincipals, manyAgents, pickAgent, type Question, requestOf, streamLength } from "./Question.ts"
import type { RuleKind } from "./RuleKind.ts"

/**
 * Returns a generator of requests. Every second request is about a resource that a rule names, the others about similar
 * ones. Rules are chosen from the whole list. Tools, agents and resources change with each request, and rules cycle
 * through the tools.
 */
export const createRuleStream =
  (
    effect: "deny" | "allow",
    tools: ReadonlyArray<ToolDefinition>,
    resource: (number: number, at: number) => Resource
  ): RuleKind["stream"] =>
  (rules, roles, agents = manyAgents) => {
    const principals = createPrincipals(roles, agents)
    return Array.from({ length: streamLength }, (_, at): Question => {
      const half = at >> 1
      const isNamed = at % 2 === 0
      const number = isNamed ? Math.floor((half * rules * 2) / streamLength) : rules + half
      // Calls only tools that some rule names. Other tools are decided before a call.
      const tool = isNamed ? tools[number % tools.length] : tools[half % Math.min(rules, tools.length)]
      const principal = principals[pickAgent(at, agents)]
      if (tool === undefined || principal === undefined) throw new Error("A stream needs tools and agents.")
      const otherwise = effect === "deny" ? "allow" : "ask"
      return {
        request: requestOf(tool, principal, [resource(number, at)]),
        decision: isNamed ? effect : otherwise
      }
    })
  }
