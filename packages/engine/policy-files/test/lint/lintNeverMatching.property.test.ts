import type { ResourceDeclaration } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "@toolgate/policy"
import { getLeastCount, makeToolDefinition, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareLint } from "../../src/lint/Linted.ts"
import { lintNeverMatching } from "../../src/lint/lintNeverMatching.ts"
import { bareRule, ruledConfig } from "../properties/world/configs.ts"
import { anyRequest, plainPrincipal } from "../properties/world/requests.ts"
import { shown } from "../properties/world/shown.ts"
import { anyWorld, policyOf, type World } from "../properties/world/world.ts"

const file = (mode: "r" | "w"): ResourceDeclaration => ({ kind: "file", arg: "/path", mode, within: "host" })

const tools = [
  makeToolDefinition({ name: "write_file", sideEffects: "WRITE", resources: [file("w")] }),
  makeToolDefinition({ name: "read_file", sideEffects: "READ", resources: [file("r")] }),
  makeToolDefinition({ name: "shell", sideEffects: "EXECUTE", resources: [{ kind: "shell", arg: "/command" }] })
]

/** Commands that redirect, under rules for denied tools. */
const deniedWorld = fc
  .record({
    config: ruledConfig,
    denied: fc.subarray(["read_file", "write_file"], { minLength: 1 }),
    requests: fc.array(anyRequest(tools, fc.constant(plainPrincipal)), { minLength: 6, maxLength: 12 })
  })
  .map(({ config, denied, requests }): World => {
    const listed = new Map<string, ToolRule>(config.tools)
    for (const name of denied) listed.set(name, { ...bareRule, allowed: false, source: "t:1:1" })
    const world = { tools, known: tools, configs: [{ ...config, tools: listed }], judges: [], requests }
    return Object.defineProperty(world, fc.toStringMethod, { value: () => shown(world) })
  })

/** Returns the same configurations, with a distinct position for each rule. */
const placed = (configs: ReadonlyArray<PolicyConfig>): ReadonlyArray<PolicyConfig> => {
  let line = 0
  const all = (rules: PolicyConfig["rules"]["allow"]) => rules.map((rule) => ({ ...rule, source: `p:${++line}:1` }))
  return configs.map((config) => ({
    ...config,
    rules: { deny: all(config.rules.deny), ask: all(config.rules.ask), allow: all(config.rules.allow) }
  }))
}

/** Returns the configurations without the rules at one position. */
const without = (configs: ReadonlyArray<PolicyConfig>, source: string): ReadonlyArray<PolicyConfig> => {
  const rest = (rules: PolicyConfig["rules"]["allow"]) => rules.filter((rule) => rule.source !== source)
  return configs.map((config) => ({
    ...config,
    rules: { deny: config.rules.deny, ask: rest(config.rules.ask), allow: rest(config.rules.allow) }
  }))
}

describe("a rule that lint says can never match", () => {
  it("never decides: without it, every call has the same verdict and reason", () => {
    let told = 0
    fc.assert(
      fc.property(fc.oneof(anyWorld, deniedWorld), (given) => {
        const world = { ...given, known: given.tools, configs: placed(given.configs) }
        const linted = prepareLint(world.configs, world.tools, { installed: undefined, home: undefined })
        const findings = lintNeverMatching(linted).filter(({ message }) => message.includes(" in rules."))
        const { judge } = policyOf(world)
        const answers = (judged: typeof judge) =>
          world.requests.map((request) => {
            const { decision, because } = judged(request)
            return { decision, because }
          })
        for (const { source, message } of findings) {
          told++
          const other = policyOf({ ...world, configs: without(world.configs, source) })
          expect([message, answers(other.judge)]).toEqual([message, answers(judge)])
        }
      }),
      runs(1000)
    )
    expect(told).toBeGreaterThanOrEqual(getLeastCount(0.12, runs(1000)))
  })
})
