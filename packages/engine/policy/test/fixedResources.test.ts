import { describe, expect, it } from "vitest"
import { canBeWithin } from "../src/canBeWithin.ts"
import { builtInGroups, reachesNetwork } from "../src/config/toolGroups.ts"
import { resolveAccess } from "../src/index.ts"
import { aTool, call, command, decisionOf, file, host, policyIn, principal } from "./judging.ts"

const weather = aTool({
  name: "weather",
  sideEffects: "READ",
  resources: [{ kind: "host", host: "api.a.com", port: 443 }]
})
const lint = aTool({
  name: "lint",
  sideEffects: "EXECUTE",
  resources: [{ kind: "command", argv: ["ruff", "check", "--", "{path}"] }],
  implementations: [{ kind: "command", argv: ["ruff", "check", "--", "{path}"] }]
})

describe("a host that every call reaches", () => {
  const asked = call(weather, [host("api.a.com")])

  it("matches rules about hosts, of this tool and of others", () => {
    const decided = (text: string) => decisionOf(policyIn(text), asked)
    expect(decided("rules: { deny: ['weather(domain:*.a.com)'] }")).toBe("deny")
    expect(decided("rules: { deny: ['http_get(domain:api.a.com)'] }")).toBe("deny")
    expect(decided("rules: { ask: ['weather(domain:**)'] }")).toBe("ask")
    expect(decided("rules: { deny: ['weather(domain:b.com)'], allow: [weather] }")).toBe("allow")
    const prompt = "tool_confirmation: { default: { READ: prompt } }\n"
    expect(decided(`${prompt}rules: { allow: ['weather(domain:api.a.com:443)'] }`)).toBe("allow")
    expect(decided(`${prompt}rules: { allow: ['weather(domain:b.com)'] }`)).toBe("ask")
  })

  it("is restricted by the hosts of the tool, which may deny every call", () => {
    const decided = (text: string) => decisionOf(policyIn(text), asked)
    expect(decided("tools: { weather: { net: ['*.a.com'] } }")).toBe("allow")
    expect(decided("tools: { weather: { net: ['b.com'] } }")).toBe("deny")
    const within = (name: string, port: number | "any" = "any") =>
      canBeWithin(weather, [{ hosts: [{ host: name, port }] }])(undefined)
    expect([within("**"), within("api.a.com", 443), within("*.a.com")]).toEqual([true, true, true])
    expect([within("b.com"), within("api.a.com", 80)]).toEqual([false, false])
    expect(canBeWithin(weather, [])(undefined)).toBe(true)
  })

  it("puts the tool into the group web, which a caller without web access may not call", () => {
    expect(reachesNetwork(weather)).toBe(true)
    expect(builtInGroups.get("web")?.(weather)).toBe(true)
    const offline = { principal: principal({ ceiling: { tools: "any", noWeb: true } }) }
    expect(decisionOf(policyIn(""), call(weather, [host("api.a.com")], offline))).toBe("deny")
  })

  it("is the only resource that the call may reach, without files", () => {
    const reached = [{ host: "api.a.com", port: 443 }]
    expect(resolveAccess(asked, {})).toEqual({ files: [], hosts: reached, env: [] })
    const online = { ...weather, sideEffects: "NETWORK" as const }
    expect(resolveAccess(call(online, [host("api.a.com")]), {})).toEqual({ files: [], hosts: reached, env: [] })
  })
})

describe("a command that every call runs", () => {
  const run = (path: string) => call(lint, [command(["ruff", "check", "--", path])])

  it("matches rules about commands, of this tool and of others", () => {
    const decided = (text: string, path = "src") => decisionOf(policyIn(text), run(path))
    expect(decided("rules: { deny: ['lint(ruff check -- secrets)'] }", "secrets")).toBe("deny")
    expect(decided("rules: { deny: ['shell(ruff:*)'] }")).toBe("deny")
    const prompt = "tool_confirmation: { default: { EXECUTE: prompt } }\n"
    expect(decided(`${prompt}rules: { allow: ['lint(ruff check -- src)'] }`)).toBe("allow")
    expect(decided(`${prompt}rules: { allow: ['lint(ruff check -- src)'] }`, "other")).toBe("ask")
  })

  it("gets the workspace without protected paths and the gate's own files", () => {
    const verdict = policyIn("").judge(run("src"))
    const { files } = resolveAccess(run("src"), verdict.decision === "deny" ? {} : verdict.bounds)
    expect(files).toEqual([expect.objectContaining({ path: "/workspace", mode: "rw", scope: "tree" })])
    expect(files[0]?.except).toContainEqual(expect.objectContaining({ pattern: expect.stringContaining(".git/hooks") }))
  })

  it("needs approval to name a protected path or redirect to it", () => {
    const named = call(lint, [command(["cp", "x", ".git/hooks/y"], { paths: ["/workspace/.git/hooks/y" as never] })])
    expect(decisionOf(policyIn(""), named)).toBe("ask")
    expect(decisionOf(policyIn(""), call(lint, [file("/workspace/.git/hooks/y", "w")]))).toBe("ask")
  })
})
