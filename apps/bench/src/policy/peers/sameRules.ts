import type { RuleKind } from "../RuleKind.ts"
import { forbiddenTo } from "../rulesPolicy.ts"
import type { SameRules } from "./PolicyPeer.ts"

/** So many rules of a kind that denies, and the roles, as others are told of them. */
export const sameRules = (kind: RuleKind, rules: number, roles: number): SameRules => ({
  denied: Array.from({ length: rules }, (_, number) => {
    const { tool, pattern } = kind.rule(number)
    return pattern === undefined ? { tool } : { tool, folder: `/workspace/${pattern.slice(0, -"/**".length)}` }
  }),
  forbidden: new Map(Array.from({ length: roles }, (_, role) => [`role_${role}`, forbiddenTo(role)]))
})
