import { describe, expect, it } from "vitest"
import { HarmlessVariables } from "../../src/rules/HarmlessVariables.ts"
import { call, command, decisionOf, policyIn, tools } from "../judging.ts"

const entry = (text: string) => ({ text, source: "p:1:1" })
const of = (...texts: ReadonlyArray<string>) => new HarmlessVariables(texts.map(entry))

describe("harmless variables", () => {
  it("are the known ones and those in the file", () => {
    const { has } = of("API_URL", "E2E_*")
    expect(["API_URL", "E2E_BASE", "E2E_", "LANG", "NODE_ENV=test"].map(has)).toEqual(Array(5).fill(true))
    expect(["API_URLS", "API", "E2", "NODE_ENV", "PATH", "api_url"].map(has)).toEqual(Array(6).fill(false))
    expect(["API_URL", "LANG"].map(of().has)).toEqual([false, true])
    expect(of("NODE_ENV").has("NODE_ENV")).toBe(true)
  })

  it("with a listed prefix exclude names that decide what runs", () => {
    const { has } = of("E2E_*")
    expect(["E2E_PATH", "E2E_NODE_OPTIONS", "E2E_BROWSER", "E2E_CONFIG", "E2E_url_PROXY"].map(has)).toEqual(
      Array(5).fill(false)
    )
  })

  it("have the entry that lists them, unless they are known anyway", () => {
    expect(of("LANG", "E2E_*").entryFor("E2E_URL")).toEqual(entry("E2E_*"))
    expect(of("LANG").entryFor("LANG")).toBeUndefined()
  })
})

describe("a file with harmless variables", () => {
  const npmTest = (...assigned: ReadonlyArray<string>) => call(tools.shell, [command("npm test", { assigned })])
  const allows = 'rules: { allow: ["shell(npm test:*)"] }'
  const names = 'rules: { allow: ["shell(npm test:*)"], harmless_variables: [API_URL] }'
  const decides = (request: ReturnType<typeof npmTest>, ...texts: ReadonlyArray<string>) =>
    decisionOf(policyIn(...texts), request)

  it("lets its allow rules cover commands that set these variables only", () => {
    expect([decides(npmTest("API_URL"), names), decides(npmTest("API_URL"), allows)]).toEqual(["allow", "ask"])
    expect([decides(npmTest("API_URL", "DB_URL"), names), decides(npmTest("CI", "API_URL"), names)]).toEqual([
      "ask",
      "allow"
    ])
    const wrapped = (name: string) =>
      call(tools.shell, [command("time", { wrapper: true, assigned: [name] }), command("npm test")])
    expect([decides(wrapped("API_URL"), names), decides(wrapped("DB_URL"), names)]).toEqual(["allow", "ask"])
  })

  it("affects only its own rules, so that every asking file has to list them", () => {
    const asking = `tool_confirmation: { default: { EXECUTE: prompt } }\n${allows}`
    const naming = `tool_confirmation: { default: { EXECUTE: prompt } }\n${names}`
    expect(decides(npmTest("API_URL"), names, asking)).toBe("ask")
    expect(decides(npmTest("API_URL"), allows, naming)).toBe("ask")
    expect(decides(npmTest("API_URL"), names, naming)).toBe("allow")
    expect(decides(npmTest("API_URL"), names, "rules: {}")).toBe("allow")
  })

  it("does not weaken deny and ask rules", () => {
    const denied = 'rules: { deny: ["shell(npm test:*)"], allow: [shell], harmless_variables: [API_URL] }'
    expect(decides(npmTest("API_URL"), denied)).toBe("deny")
  })

  it("explains which entry applied", () => {
    const findings = policyIn(names)
      .explain(npmTest("API_URL", "LANG"))
      .steps.flatMap((step) => step.findings)
    expect(findings).toContainEqual({
      because: { layer: "rules", rule: "harmless_variables API_URL", source: "p.yaml:2:61" },
      effect: "allow",
      said: 'The command may set "API_URL", which the policy takes for harmless.'
    })
    expect(findings.filter(({ because }) => because.rule.startsWith("harmless_variables"))).toHaveLength(1)
  })
})
