import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { isOfServers, isToolName, makeSelectorMatch } from "../config/toolSelectors.ts"
import { parsePatternForTool, parseStandalonePattern } from "./RulePattern.ts"
import type { KnownTools } from "./RuleSet.ts"

/** Returns the rules whose patterns fit none of the known tools that they name. */
export const findRuleProblems = (
  { rules, groups }: Pick<PolicyConfig, "rules" | "groups">,
  known: KnownTools
): ReadonlyArray<{ readonly source: string; readonly message: string }> => {
  const matches = makeSelectorMatch(groups)
  return (["deny", "ask", "allow"] as const).flatMap((effect) =>
    rules[effect].flatMap(({ pattern, source, text, tool: selector }) => {
      if (pattern === undefined) return []
      const problem = (what: string) => [{ source, message: `the pattern of the rule "${text}" ${what}` }]
      const evident = parseStandalonePattern(pattern)
      if (typeof evident === "string") return problem(evident)
      // Such a pattern needs no tool to be understood: it also applies to the words of commands.
      if (evident !== undefined && !isToolName(selector)) return []
      // Tools of servers come and go, so a misfit with one of them does not stop the gate. Its calls are refused: see `RuleSet`.
      if (isOfServers(selector)) return []
      const named = known.filter((tool) => matches({ text: selector }, tool))
      const readings = named.map((tool) => parsePatternForTool(pattern, tool, effect === "allow" ? "exact" : "wide"))
      const [first] = readings
      return typeof first === "string" && readings.every((reading) => typeof reading === "string") ? problem(first) : []
    })
  )
}
