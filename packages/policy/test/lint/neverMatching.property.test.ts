import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lintedOf } from "../../src/lint/Linted.ts"
import { neverMatching } from "../../src/lint/neverMatching.ts"
import type { PolicyConfig } from "../../src/PolicyConfig.ts"
import { runs } from "../properties/runs.ts"
import { anyWorld, policyOf } from "../properties/world/world.ts"

/** The same configurations, with a place of its own for each rule. */
const placed = (configs: ReadonlyArray<PolicyConfig>): ReadonlyArray<PolicyConfig> => {
  let line = 0
  const all = (rules: PolicyConfig["rules"]["allow"]) => rules.map((rule) => ({ ...rule, source: `p:${++line}:1` }))
  return configs.map((config) => ({
    ...config,
    rules: { deny: all(config.rules.deny), ask: all(config.rules.ask), allow: all(config.rules.allow) }
  }))
}

describe("a rule that lint says can never match", () => {
  it("names tools that the policy denies to everyone, whatever the call", () => {
    let told = 0
    fc.assert(
      fc.property(anyWorld, (given) => {
        const world = { ...given, known: given.tools, configs: placed(given.configs) }
        const linted = lintedOf(world.configs, world.tools, { installed: undefined, home: undefined })
        const findings = neverMatching(linted).filter(({ message }) => message.includes(" in rules."))
        const policy = policyOf(world)
        for (const { source } of findings)
          for (const { config, matches } of linted.files)
            for (const rule of [...config.rules.ask, ...config.rules.allow]) {
              if (rule.source !== source) continue
              for (const request of world.requests)
                if (matches({ text: rule.tool }, request.tool)) {
                  told++
                  expect([rule.text, policy.judge(request).decision]).toEqual([rule.text, "deny"])
                }
            }
      }),
      runs(3000)
    )
    expect(told).toBeGreaterThan(100)
  })
})
