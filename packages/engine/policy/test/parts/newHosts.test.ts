import { describe, expect, it } from "vitest"
import { call, decisionOf, host, policyIn, principal, tools } from "../judging.ts"

const reaching = (
  text: string,
  who = principal(),
  tool: typeof tools.http_get | typeof tools.http_post = tools.http_get
) => decisionOf(policyIn(text), call(tool, [host("a.com")], { principal: who }))

describe("a new host", () => {
  it("needs approval once in a session, in any mode of reading", () => {
    for (const text of [
      "",
      "tool_confirmation: { default: { READ: auto } }",
      "rules: { allow: ['http_get(domain:b.com)'] }"
    ])
      expect([text, reaching(text)]).toEqual([text, "ask"])
    expect(policyIn("").judge(call(tools.http_get, [host("a.com")]))).toMatchObject({ decision: "ask", covers: "host" })
  })

  it("is no longer new if a rule, the tool's hosts, the agent's hosts or a ceiling name it", () => {
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

  it("needs approval in addition to the mode of the class, which covers one call", () => {
    const verdict = policyIn("").judge(call(tools.http_post, [host("a.com")]))
    expect(verdict).toMatchObject({ decision: "ask", covers: "call", because: { layer: "confirmation" } })
    expect(reaching("tool_confirmation: { default: { NETWORK: auto } }", principal(), tools.http_post)).toBe("ask")
  })

  it("does not depend on later files", () => {
    const allow = "rules: { allow: ['http_get(domain:a.com)'] }"
    const decided = (...texts: ReadonlyArray<string>) =>
      decisionOf(policyIn(...texts), call(tools.http_get, [host("a.com")], { principal: principal() }))
    expect(decided(allow, "")).toBe("allow")
    expect(decided("", allow)).toBe("ask")
  })
})
