import type { ToolDefinition } from "@toolgate/core"
import type { Rule } from "@toolgate/policy"
import { parsePatternForTool, parseStandalonePattern, type RulePattern } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"

type RuleEffect = "deny" | "ask" | "allow"

/** A rule to compare with other rules, with its tools and the meaning of its pattern for these tools. */
export interface ComparedRule {
  readonly rule: Rule
  readonly effect: RuleEffect
  /** The index of the rule's file. */
  readonly file: number
  readonly tools: ReadonlyArray<ToolDefinition>
  /**
   * The pattern. `undefined`: the rule has no pattern. `"unsure"`: the pattern has several meanings, or an unknown one.
   */
  readonly pattern: RulePattern | "unsure" | undefined
}

/** Lists every rule of a policy, in a form that can be compared. */
export const listComparedRules = ({ files, tools }: Linted): ReadonlyArray<ComparedRule> =>
  files.flatMap(({ config, matches }, file) =>
    (["deny", "ask", "allow"] as const).flatMap((effect) =>
      config.rules[effect].map((rule): ComparedRule => {
        const named = tools.filter((tool) => matches({ text: rule.tool }, tool))
        const pattern = meaningOf(rule, effect, named)
        return { rule, effect, file, tools: named, pattern }
      })
    )
  )

const meaningOf = (
  { pattern, path }: Rule,
  effect: RuleEffect,
  tools: ReadonlyArray<ToolDefinition>
): ComparedRule["pattern"] => {
  if (pattern === undefined) return undefined
  const evident = parseStandalonePattern(pattern)
  if (evident !== undefined) return typeof evident === "string" ? "unsure" : evident
  const [first, ...others] = tools.map((tool) =>
    parsePatternForTool(pattern, tool, effect === "allow" ? "exact" : "wide", path)
  )
  if (first === undefined || typeof first === "string") return "unsure"
  return others.every(
    (other) => typeof other === "object" && other.kind === first.kind && modeOf(other) === modeOf(first)
  )
    ? first
    : "unsure"
}

const modeOf = (pattern: RulePattern) => (pattern.kind === "file" ? pattern.mode : undefined)
