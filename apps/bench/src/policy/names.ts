import { makeToolDefinition } from "@toolgate/testing"
import { getForbiddenTool, nameUnnamedTool, unnamedTools } from "./createRulesPolicy.ts"
import { createPrincipals, manyAgents, pickAgent, type Question, requestOf, streamLength } from "./Question.ts"
import type { RuleKind } from "./RuleKind.ts"

/** The number of called tools among those that rules name, spread over the longest list. */
const namedTools = 64

/**
 * Returns rules that name tools. The requests do not depend on the number of rules. Half of them are for tools on the
 * longest list, most of which are not on a short list.
 */
export const names = (effect: "deny" | "allow", mostRules: number): RuleKind => {
  const numbers = Array.from({ length: namedTools }, (_, at) => Math.floor((at * mostRules) / namedTools))
  const called = [
    ...numbers.map((number) => ({ number, name: nameOf(number) })),
    ...Array.from({ length: unnamedTools }, (_, at) => ({
      number: Number.POSITIVE_INFINITY,
      name: nameUnnamedTool(at)
    }))
  ].map(({ number, name }) => ({ number, tool: makeToolDefinition({ name, sideEffects: "WRITE" }) }))
  const otherwise = effect === "deny" ? "allow" : "ask"
  return {
    name: `${effect} by name`,
    effect,
    tools: called.map(({ tool }) => tool),
    rule: (number) => ({ tool: nameOf(number) }),
    stream: (rules, roles, agents = manyAgents) => {
      const principals = createPrincipals(roles, agents)
      return Array.from({ length: streamLength }, (_, at): Question => {
        const one = called[at % called.length]
        const principal = principals[pickAgent(at, agents)]
        if (one === undefined || principal === undefined) throw new Error("A stream needs tools and agents.")
        const { tool, number } = one
        const isKept = getForbiddenTool(Number(principal.role.slice("role_".length))) === tool.name
        return {
          request: requestOf(tool, principal, []),
          decision: isKept ? "deny" : number < rules ? effect : otherwise
        }
      })
    }
  }
}

const nameOf = (number: number) => `tool_${number}`
