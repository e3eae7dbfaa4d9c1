import type { Asker, Judge, Principal, ResolvedPath, ToolDefinition, Verdict } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { allow, ask, deny, makePolicy, type PolicyPart } from "../src/index.ts"
import { call, policyIn, principal, tools } from "./judging.ts"

const because = (rule: string) => ({ layer: "l", rule, source: "s" })
const part = (name: string, of: PolicyPart["of"], more: Partial<PolicyPart> = {}): PolicyPart => ({
  name,
  of,
  explain: (_, { agent }) => [{ because: because(name), effect: "none", said: agent }],
  ...more
})
const direct = { principal: principal(), caller: { kind: "direct" } } as const

describe("a policy of parts", () => {
  it("decides like its combined parts, for a tool and for each call", () => {
    const judge: Judge = ({ args }) => (args.no === true ? deny(because("judge"), "No.") : allow(because("judge")))
    const policy = makePolicy([part("one", () => allow(because("one"), { sandbox: "wasm" })), part("two", () => judge)])
    expect(policy.judge(call(tools.add))).toEqual(allow(because("judge"), { sandbox: "wasm" }))
    expect(policy.judge({ ...call(tools.add), args: { no: true } })).toEqual(deny(because("judge"), "No."))
  })

  it("judges every delegator of the caller", () => {
    const asked: Array<string> = []
    const spy = part("spy", (_tool, { principal: { agent } }) => {
      asked.push(agent)
      return agent === "boss" ? deny(because("boss"), "No.") : allow(because("a"))
    })
    const child = principal({ parent: principal({ agent: "middle", parent: principal({ agent: "boss" }) }) })
    const request = call(tools.add, [], { principal: child })
    expect(makePolicy([spy]).judge(request)).toEqual(deny(because("boss"), "No."))
    expect(asked).toEqual(["a", "middle", "boss"])
    expect(makePolicy([spy]).explain(request).steps.slice(0, 3)).toEqual(
      ["a", "middle", "boss"].map((agent) => ({
        part: "spy",
        agent,
        findings: [{ because: because("spy"), effect: "none", said: agent }]
      }))
    )
  })

  it("asks its parts once per tool and asker, until a part changes", () => {
    let asked = 0
    let revision = 0
    const counted = part(
      "counted",
      () => {
        asked++
        return allow(because(String(revision)))
      },
      { revision: () => revision }
    )
    const { judge } = makePolicy([counted])
    const rule = (agent = "a", tool: ToolDefinition = tools.add) =>
      judge(call(tool, [], { principal: principal({ agent }) })).because.rule
    expect([rule(), rule(), rule("b"), rule("a", tools.shell), asked]).toEqual(["0", "0", "0", "0", 3])
    revision = 1
    expect([rule(), rule(), asked]).toEqual(["1", "1", 4])
  })

  it("distinguishes askers by name, bounds and kind of call", () => {
    const { judge } = makePolicy([
      part("names", (_tool, { principal: { agent, role, task, onBehalfOf, ceiling, parent }, caller }) =>
        allow(because(JSON.stringify([agent, role, task, onBehalfOf ?? "", ceiling, parent?.agent, caller.kind])))
      )
    ])
    const chain = { kind: "chain", parent: "p", chain: "c", index: 0 } as const
    const askers: ReadonlyArray<Partial<Asker>> = [
      { principal: principal() },
      { principal: principal({ agent: "b" }) },
      { principal: principal({ role: "a" }) },
      { principal: principal({ task: "a" }) },
      { principal: principal({ onBehalfOf: "a" }) },
      { principal: principal({ role: "a", task: "b" }) },
      { principal: principal({ agent: 'a","b' }) },
      { principal: principal({ ceiling: { tools: [] } }) },
      { principal: principal({ ceiling: { tools: "any", readOnly: true } }) },
      { principal: principal({ parent: principal({ agent: "p" }) }) },
      { caller: chain }
    ]
    const rules = () => askers.map((asker) => judge(call(tools.add, [], asker)).because.rule)
    expect(new Set(rules()).size).toBe(askers.length)
    expect(rules()).toEqual(rules())
  })

  it("denies if it has no parts", () => {
    expect(makePolicy([]).judge(call(tools.add)).decision).toBe("deny")
  })
})

describe("a policy may permit a tool", () => {
  it("unless it denies every call of it", () => {
    const may = (...verdicts: ReadonlyArray<Verdict | Judge>) =>
      makePolicy(verdicts.map((verdict, i) => part(String(i), () => verdict))).mayPermit(tools.add, direct)
    const [yes, maybe, no] = [allow(because("a")), ask(because("b"), "?"), deny(because("c"), "No.")]
    const judge: Judge = () => no
    expect([may(yes), may(maybe), may(judge), may(yes, judge)]).toEqual(Array(4).fill(true))
    expect([may(no), may(yes, no), may(maybe, no)]).toEqual(Array(3).fill(false))
    expect(may(judge, no)).toBe(false)
  })

  it("regardless of earlier calls", () => {
    const policy = policyIn("agents: { a: { fs: [{ path: /a, mode: rw }] } }\nrules: { deny: [read_file] }")
    expect(policy.mayPermit(tools.read_file, direct)).toBe(false)
    expect(policy.mayPermit(tools.write_file, direct)).toBe(true)
  })

  const may = (asker: Partial<Asker>, ...texts: ReadonlyArray<string>) => {
    const policy = policyIn(...texts)
    return Object.values(tools)
      .filter((tool) => policy.mayPermit(tool, { ...direct, ...asker }))
      .map(({ name }) => name)
  }
  const named = Object.values(tools).map(({ name }) => name)
  const all = (...others: ReadonlyArray<string>) => named.filter((name) => !others.includes(name))
  const writing = ["write_file", "write_host", "patch_file", "copy_file", "download"]
  const touching = ["read_file", "read_host", ...writing]
  const connecting = ["http_get", "http_post", "download"]

  it("only if its resources can lie within the agent's files and hosts", () => {
    expect(may({}, "agents: { a: { fs: [] } }")).toEqual(all(...touching))
    expect(may({}, "agents: { a: { fs: [{ path: /a, mode: r }] } }")).toEqual(all(...writing))
    expect(may({}, "agents: { a: { fs: [{ path: /a, mode: rw }] } }")).toEqual(named)
    expect(may({}, "agents: { a: { net: [] } }")).toEqual(all(...connecting))
    expect(may({}, "agents: { a: { net: [a.test] } }")).toEqual(named)
    expect(may({}, "tools: { http_get: { net: [] } }")).toEqual(all("http_get"))
  })

  it("only if the permitted paths leave it a file", () => {
    expect(may({}, "permissions: { filesystem: { allowed_paths: [] } }")).toEqual(all(...touching))
    expect(may({}, "permissions: { network: { allowed_paths: [] } }")).toEqual(named)
    const files = [
      "permissions: { filesystem: { allowed_paths: [/a] } }",
      "agents: { a: { fs: [{ path: /b, mode: rw }] } }"
    ]
    expect(may({}, files.join("\n"))).toEqual(all(...touching))
  })

  it("only if all configurations and the whole chain leave it a file in common", () => {
    const given = (path: string, mode = "rw") => `agents: { a: { fs: [{ path: ${path}, mode: ${mode} }] } }`
    expect(may({}, given("/a"), given("/a/b"))).toEqual(named)
    expect(may({}, given("/a"), given("/b"))).toEqual(all(...touching))
    expect(may({}, given("/a"), given("/a", "r"))).toEqual(all(...writing))
    const beneath = (files: Principal["ceiling"]["files"] = []): Partial<Asker> => ({
      principal: principal({ agent: "a", parent: principal({ agent: "above", ceiling: { tools: "any", files } }) })
    })
    const tree = (path: string, mode: "r" | "rw") => ({ path: path as ResolvedPath, mode })
    expect(may(beneath([tree("/a", "rw")]), "")).toEqual(named)
    expect(may(beneath(), "")).toEqual(all(...touching))
    expect(may(beneath([tree("/a", "r")]), "")).toEqual(all(...writing))
    const hosts: Partial<Asker> = { principal: principal({ ceiling: { tools: "any", hosts: [] } }) }
    expect(may(hosts, "")).toEqual(all(...connecting))
  })

  it("in a workspace, if its files can lie there", () => {
    const text = "agents: { a: { fs: [{ path: /data, mode: rw }] } }"
    const workspace = (path: string) => ({ workspace: path as ResolvedPath })
    expect(may({}, text)).toEqual(named)
    expect(may(workspace("/data"), text)).toEqual(named)
    expect(may(workspace("/ws"), text)).toEqual(all("read_file", "write_file", "patch_file", "copy_file", "download"))
  })

  it("in a session, unless the session's modes deny it", () => {
    const text = "tool_confirmation: { per_session: { batch: { WRITE: deny, NETWORK: deny } } }"
    const policy = policyIn(text)
    const inSession = (session: string) => policy.mayPermit(tools.write_file, { ...direct, session })
    expect([inSession("s"), inSession("batch"), inSession("s"), policy.mayPermit(tools.write_file, direct)]).toEqual([
      true,
      false,
      true,
      true
    ])
  })
})
