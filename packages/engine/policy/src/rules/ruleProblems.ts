import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { isOfServers, isToolName, selectorMatch } from "../config/toolSelectors.ts"
import { patternFor, selfEvident } from "./RulePattern.ts"
import type { KnownTools } from "./RuleSet.ts"

/** Returns the rules whose patterns fit none of the known tools that they name. */
export const ruleProblems = (
  { rules, groups }: Pick<PolicyConfig, "rules" | "groups">,
  known: KnownTools
): ReadonlyArray<{ readonly source: string; readonly message: string }> => {
  const matches = selectorMatch(groups)
  return (["deny", "ask", "allow"] as const).flatMap((effect) =>
    rules[effect].flatMap(({ pattern, source, text, tool: selector }) => {
      if (pattern === undefined) return []
      const problem = (what: string) => [{ source, message: `the pattern of the rule "${text}" ${what}` }]
      const evident = selfEvident(pattern)
      if (typeof evident === "string") return problem(evident)
      // Such a pattern needs no tool to be understood: it also applies to the words of commands.
      if (evident !== undefined && !isToolName(selector)) return []
      // Servers' tools come and go, so what one of them declares is no reason to stop. Its calls are refused: see `RuleSet`.
      if (isOfServers(selector)) return []
      const named = known.filter((tool) => matches({ text: selector }, tool))
      const readings = named.map((tool) => patternFor(pattern, tool, effect === "allow" ? "exact" : "wide"))
      const [first] = readings
      return typeof first === "string" && readings.every((reading) => typeof reading === "string") ? problem(first) : []
    })
  )
}
