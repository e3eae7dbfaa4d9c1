import type { Resource, ToolDefinition } from "@toolgate/core"
import { agentAt, manyAgents, principalsWith, type Question, requestOf, streamLength } from "./Question.ts"
import type { RuleKind } from "./RuleKind.ts"

/**
 * Returns a function that makes requests. Every second request is about a resource that a rule names, and the others
 * are about similar resources that no rule names. The rules are chosen from the whole list. Tools, agents and resources
 * change from each request to the next. The rules are about one tool after the other.
 */
export const ruleStream =
  (
    effect: "deny" | "allow",
    tools: ReadonlyArray<ToolDefinition>,
    resource: (number: number, at: number) => Resource
  ): RuleKind["stream"] =>
  (rules, roles, agents = manyAgents) => {
    const principals = principalsWith(roles, agents)
    return Array.from({ length: streamLength }, (_, at): Question => {
      const half = at >> 1
      const isNamed = at % 2 === 0
      const number = isNamed ? Math.floor((half * rules * 2) / streamLength) : rules + half
      // Only tools that some rule names are called, because other tools are decided before a call.
      const tool = isNamed ? tools[number % tools.length] : tools[half % Math.min(rules, tools.length)]
      const principal = principals[agentAt(at, agents)]
      if (tool === undefined || principal === undefined) throw new Error("A stream needs tools and agents.")
      const otherwise = effect === "deny" ? "allow" : "ask"
      return {
        request: requestOf(tool, principal, [resource(number, at)]),
        decision: isNamed ? effect : otherwise
      }
    })
  }
