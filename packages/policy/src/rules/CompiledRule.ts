import type { RuleRef } from "@toolgate/core"
import type { Rule } from "../PolicyConfig.ts"

/** A rule with its place among its kind, which decides nothing and names the same one every time. */
export interface CompiledRule {
  readonly rule: Rule
  readonly order: number
  readonly because: RuleRef
}

export const compiledRule = (effect: "deny" | "ask" | "allow", rule: Rule, order: number): CompiledRule => ({
  rule,
  order,
  because: Object.freeze({ layer: "rules", rule: `${effect} ${rule.text}`, source: rule.source })
})
