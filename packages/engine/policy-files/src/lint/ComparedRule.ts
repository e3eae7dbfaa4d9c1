import type { ToolDefinition } from "@toolgate/core"
import type { Rule } from "@toolgate/policy"
import { patternFor, type RulePattern, selfEvident } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"

type RuleEffect = "deny" | "ask" | "allow"

/** A rule as it is held against others: with the tools that it names, and what its pattern means to them. */
export interface ComparedRule {
  readonly rule: Rule
  readonly effect: RuleEffect
  /** The place of its file among the files. */
  readonly file: number
  readonly tools: ReadonlyArray<ToolDefinition>
  /** `undefined`: it has no pattern. `"unsure"`: it means several things, or nobody knows what. */
  readonly pattern: RulePattern | "unsure" | undefined
}

/** Every rule of a policy. */
export const comparedRules = ({ files, tools }: Linted): ReadonlyArray<ComparedRule> =>
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
  const evident = selfEvident(pattern)
  if (evident !== undefined) return typeof evident === "string" ? "unsure" : evident
  const [first, ...others] = tools.map((tool) => patternFor(pattern, tool, effect === "allow" ? "exact" : "wide", path))
  if (first === undefined || typeof first === "string") return "unsure"
  return others.every(
    (other) => typeof other === "object" && other.kind === first.kind && modeOf(other) === modeOf(first)
  )
    ? first
    : "unsure"
}

const modeOf = (pattern: RulePattern) => (pattern.kind === "file" ? pattern.mode : undefined)
