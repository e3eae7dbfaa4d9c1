import type { PolicyConfig, PolicyRules, Rule } from "@toolgate/policy"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareLint } from "../../src/lint/Linted.ts"
import { lintShadowedRules } from "../../src/lint/lintShadowedRules.ts"
import { anyRules, fittingRule } from "../properties/world/rules.ts"
import { anyWorld, policyOf } from "../properties/world/world.ts"

const many = fc.array(fittingRule, { maxLength: 6 })
const fitting: fc.Arbitrary<PolicyRules> = fc.record({ deny: many, ask: many, allow: many })

/** Returns the configuration with each of its rules changed. `undefined` removes a rule. */
const withRules = (config: PolicyConfig, change: (rule: Rule) => Rule | undefined): PolicyConfig => {
  const { deny, ask, allow } = config.rules
  const all = (rules: ReadonlyArray<Rule>) => rules.flatMap((rule) => change(rule) ?? [])
  return { ...config, rules: { deny: all(deny), ask: all(ask), allow: all(allow) } }
}

/** Returns the same rules, with a distinct position for each. */
const placed = (
  configs: ReadonlyArray<PolicyConfig>,
  more: ReadonlyArray<PolicyRules>
): ReadonlyArray<PolicyConfig> => {
  let line = 0
  return configs.map((config, i) => {
    const { deny = [], ask = [], allow = [] } = more[i] ?? {}
    const rules = {
      deny: [...config.rules.deny, ...deny],
      ask: [...config.rules.ask, ...ask],
      allow: [...config.rules.allow, ...allow]
    }
    return withRules({ ...config, rules }, (rule) => ({ ...rule, source: `p:${++line}:1` }))
  })
}

describe("a shadowed rule", () => {
  it("can be removed without changing a decision", () => {
    const told = new Map<string, number>()
    fc.assert(
      fc.property(anyWorld, fc.array(fc.oneof(fitting, anyRules), { minLength: 2, maxLength: 2 }), (given, more) => {
        const requests = given.requests.map((r) => ({
          ...r,
          resources: r.resources.map((x) => (x.kind === "command" ? { ...x, hosts: x.hosts ?? [] } : x))
        }))
        const world = { ...given, requests, known: given.tools, configs: placed(given.configs, more) }
        const findings = lintShadowedRules(
          prepareLint(world.configs, world.tools, { installed: undefined, home: undefined })
        )
        const before = policyOf(world)
        for (const { source, code, level } of findings) {
          if (level === "note") continue
          told.set(code, (told.get(code) ?? 0) + 1)
          const configs = world.configs.map((config) =>
            withRules(config, (rule) => (rule.source === source ? undefined : rule))
          )
          const after = policyOf({ ...world, configs })
          for (const request of world.requests)
            expect({ source, decision: after.judge(request).decision }).toEqual({
              source,
              decision: before.judge(request).decision
            })
        }
      }),
      runs(500)
    )
    for (const code of ["shadowed", "never-matches", "duplicate"])
      expect(told.get(code)).toBeGreaterThanOrEqual(getLeastCount(0.06, runs(500)))
  })
})
