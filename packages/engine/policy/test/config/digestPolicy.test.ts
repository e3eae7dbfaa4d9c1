import { describe, expect, it } from "vitest"
import { DefaultPolicy } from "../../src/index.ts"
import { configOf, installed, policyIn } from "../judging.ts"

const narrowedBy = (...texts: ReadonlyArray<string>) => {
  const configs = texts.map((text, i) => ({ ...configOf(text, { isFirst: i === 0 }), onlyNarrows: i > 0 }))
  return DefaultPolicy.make({ configs }, installed)
}

describe("the digest of a policy", () => {
  it("depends on the meaning of its files, not on their layout", () => {
    const { digest } = policyIn("rules: { deny: ['write_file(**/.env)'], allow: [add] }\ndefault: { allowed: true }")
    expect(digest()).toMatch(/^[0-9a-f]{64}$/)
    const text =
      "# A comment.\n\ndefault:\n  allowed: true\nrules:\n  allow: [add]\n  deny:\n    - write_file(**/.env)\n"
    const source = "elsewhere.yaml:1:1"
    const call = { tool: "add", args: {}, context: {}, definition: undefined }
    const config = { ...configOf(text), name: "elsewhere.yaml", tests: [{ source, call, expect: "allow" as const }] }
    expect(DefaultPolicy.make({ configs: [config] }, installed).digest()).toBe(digest())
  })

  it("differs for policies with different meanings", () => {
    const [a, b] = ["rules: { deny: [add] }", "rules: { ask: [add] }"] as const
    const policies = [
      policyIn(""),
      policyIn(a),
      policyIn(b),
      policyIn(a, b),
      policyIn(b, a),
      narrowedBy(a, b),
      policyIn("rules: { deny: [add, shell] }"),
      policyIn("rules: { deny: [shell, add] }"),
      policyIn("tools: { add: { allowed: false } }"),
      policyIn("tools: { shell: { allowed: false } }"),
      policyIn("tools: { shell: { limits: { wall_time: 1s } } }"),
      policyIn("layers: { roles: {} }"),
      policyIn("layers: { roles: { a: { deny: [add] } } }"),
      policyIn("layers: { tasks: { a: { deny: [add] } } }"),
      policyIn("layers: { global: { deny: [add] } }"),
      policyIn("agents: { a: { tools: [add] } }"),
      policyIn("quotas: { add: { per_session: 1 } }"),
      policyIn("quotas: { add: { per_agent: 1 } }")
    ]
    expect(new Set(policies.map(({ digest }) => digest())).size).toBe(policies.length)
  })

  it("covers added layers", () => {
    const layer = { deny: ["add"] }
    const changes: ReadonlyArray<(policy: DefaultPolicy.LayeredPolicy) => void> = [
      () => {},
      (policy) => policy.addGlobal(layer),
      (policy) => policy.addRole("a", layer),
      (policy) => policy.addRole("b", layer),
      (policy) => policy.addGlobal({ deny: ["shell"] })
    ]
    for (const made of [() => policyIn(""), () => narrowedBy("", "rules: { ask: [shell] }")]) {
      const digests = changes.map((change) => {
        const policies = [made(), made()]
        // Asked before, so that the digest cannot be an old one.
        for (const policy of policies) {
          policy.digest()
          change(policy)
        }
        const [digest, same] = policies.map((policy) => policy.digest())
        expect(same).toBe(digest)
        return digest
      })
      expect(new Set(digests).size).toBe(changes.length)
    }
  })

  it("does not change when a layer is refused", () => {
    const policy = policyIn("layers: { roles: { a: {} } }")
    const before = policy.digest()
    expect(() => policy.addRole("b", { deny: ["add"] })).toThrow()
    expect(() => policy.addGlobal({ deny: ["ad"] })).toThrow()
    expect(policy.digest()).toBe(before)
  })
})
