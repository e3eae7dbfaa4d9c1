import { describe, expect, it } from "vitest"
import { resolveAccess } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { toolHosts } from "../../src/parts/toolHosts.ts"
import { call, command, configsOf, decisionOf, file, host, tools } from "../judging.ts"

const policyIn = (...texts: ReadonlyArray<string>) => makePolicy(configsOf(...texts).map(toolHosts))
const net = (hosts: string, name = "http_get") => `tools: { ${name}: { net: [${hosts}] } }`

describe("the hosts of a tool", () => {
  it("restrict only the calls of that tool, under any of its names", () => {
    const policy = policyIn(net('"*.a.com:443"'))
    expect(
      [host("x.a.com"), host("x.a.com", 80), host("a.com")].map((one) =>
        decisionOf(policy, call(tools.http_get, [one]))
      )
    ).toEqual(["allow", "deny", "deny"])
    expect(decisionOf(policy, call(tools.http_post, [host("a.com")]))).toBe("allow")
  })

  it("are none if the list is empty, and all if it is absent", () => {
    const decided = (text: string) => decisionOf(policyIn(text), call(tools.http_get, [host("a.com")]))
    expect([decided(net("")), decided("tools: { http_get: {} }"), decided("default: { net: [] }")]).toEqual([
      "deny",
      "allow",
      "deny"
    ])
  })

  it("also restrict the words and the grant of a command", () => {
    const policy = policyIn(net("a.com", "run_shell"))
    const clone = (name: string) => call(tools.shell, [command("git clone", { hosts: [{ host: name, port: 443 }] })])
    expect([decisionOf(policy, clone("a.com")), decisionOf(policy, clone("b.com"))]).toEqual(["allow", "deny"])
    const hostsOf = (...texts: ReadonlyArray<string>) => {
      const request = call(tools.shell, [command("ls")])
      const verdict = policyIn(...texts).judge(request)
      return verdict.decision === "deny" ? verdict : resolveAccess(request, verdict.bounds).hosts
    }
    expect(hostsOf(net("a.com", "shell"))).toEqual([{ host: "a.com", port: "any" }])
    expect([hostsOf(net("", "shell")), hostsOf(net('"**"', "shell")), hostsOf("")]).toEqual([[], "any", "any"])
  })

  it("are intersected over all files, and do not affect access to files", () => {
    const policy = policyIn(net('"**.a.com"'), net('"*.a.com", b.com'))
    expect(
      ["x.a.com", "x.y.a.com", "b.com"].map((name) => decisionOf(policy, call(tools.http_get, [host(name)])))
    ).toEqual(["allow", "deny", "deny"])
    expect(decisionOf(policyIn(net("", "read_file")), call(tools.read_file, [file("/a")]))).toBe("allow")
  })

  it("are explained with the position of the pattern, and of the list", () => {
    const told = (one: ReturnType<typeof host>) =>
      policyIn(net("a.com"))
        .explain(call(tools.http_get, [one]))
        .steps.flatMap(({ findings }) => findings.map(({ said, because }) => [said, because.rule, because.source]))
    const bounded = ['The hosts of the tool "http_get" are bounded.', "net of http_get", "p.yaml:2:10"]
    expect(told(host("a.com"))).toEqual([
      bounded,
      ['a.com:443 is a host that the tool "http_get" may reach.', "net a.com", "p.yaml:2:28"]
    ])
    expect(told(host("b.com"))).toEqual([
      bounded,
      ['b.com:443 is not a host that the tool "http_get" may reach.', "net of http_get", "p.yaml:2:10"]
    ])
  })
})
