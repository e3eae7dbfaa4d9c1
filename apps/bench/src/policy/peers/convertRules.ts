import { getForbiddenTool } from "../createRulesPolicy.ts"
import type { RuleKind } from "../RuleKind.ts"
import type { SameRules } from "./PolicyPeer.ts"

/** Converts deny rules and roles for other policy engines. */
export const convertRules = (kind: RuleKind, rules: number, roles: number): SameRules => ({
  denied: Array.from({ length: rules }, (_, number) => {
    const { tool, pattern } = kind.rule(number)
    return pattern === undefined ? { tool } : { tool, folder: `/workspace/${pattern.slice(0, -"/**".length)}` }
  }),
  forbidden: new Map(Array.from({ length: roles }, (_, role) => [`role_${role}`, getForbiddenTool(role)]))
})
