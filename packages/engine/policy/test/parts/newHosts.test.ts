import { describe, expect, it } from "vitest"
import { call, decisionOf, host, policyIn, principal, tools } from "../judging.ts"

const reaching = (
  text: string,
  who = principal(),
  tool: typeof tools.http_get | typeof tools.http_post = tools.http_get
) => decisionOf(policyIn(text), call(tool, [host("a.com")], { principal: who }))

describe("a host that nothing names", () => {
  it("is asked about once in a session, in any mode of reading", () => {
    for (const text of [
      "",
      "tool_confirmation: { default: { READ: auto } }",
      "rules: { allow: ['http_get(domain:b.com)'] }"
    ])
      expect([text, reaching(text)]).toEqual([text, "ask"])
    expect(policyIn("").judge(call(tools.http_get, [host("a.com")]))).toMatchObject({ decision: "ask", covers: "host" })
  })

  it("is named by a rule, by the tool's hosts, by those of the agent, and by a ceiling", () => {
    for (const text of [
      "rules: { allow: ['http_get(domain:a.com)'] }",
      "rules: { allow: ['http_get(domain:**)'] }",
      "rules: { allow: [http_get] }",
      "tools: { http_get: { net: [a.com] } }",
      "agents: { a: { net: ['*.com'] } }"
    ])
      expect([text, reaching(text)]).toEqual([text, "allow"])
    expect(reaching("", principal({ ceiling: { tools: "any", hosts: [{ host: "a.com", port: 443 }] } }))).toBe("allow")
  })

  it("is asked about beside the mode of the class, which covers one call", () => {
    const verdict = policyIn("").judge(call(tools.http_post, [host("a.com")]))
    expect(verdict).toMatchObject({ decision: "ask", covers: "call", because: { layer: "confirmation" } })
    expect(reaching("tool_confirmation: { default: { NETWORK: auto } }", principal(), tools.http_post)).toBe("ask")
  })

  it("is not asked about by a later file, and is not named by one", () => {
    const allow = "rules: { allow: ['http_get(domain:a.com)'] }"
    const decided = (...texts: ReadonlyArray<string>) =>
      decisionOf(policyIn(...texts), call(tools.http_get, [host("a.com")], { principal: principal() }))
    expect(decided(allow, "")).toBe("allow")
    expect(decided("", allow)).toBe("ask")
  })
})
