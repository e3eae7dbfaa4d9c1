import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { selectorPattern } from "../src/config/parseRule.ts"
import { includesName, makeSelectorMatch } from "../src/config/toolSelectors.ts"
import { DefaultPolicy } from "../src/index.ts"
import { aTool, call, configOf, configsOf, decisionOf, file, host, installed, policyIn, tools } from "./judging.ts"

const path = (mode: "r" | "w" | "rw") => ({ kind: "file", arg: "/path", mode, within: "host" }) as const
const foreign = (name: string, parts: Parameters<typeof aTool>[0] = {}) =>
  aTool({ name, owner: "mcp:x", sideEffects: "NETWORK", destructive: true, ...parts })

const read = foreign("mcp__files__read_file", { sideEffects: "READ", destructive: false, resources: [path("r")] })
const search = foreign("mcp__web__search", { resources: [{ kind: "url", arg: "/url" }] })
const unsaid = foreign("mcp__files__tidy")

/** Names that could be taken for those of a server's tools, and those of a server's tools. */
const names = fc.oneof(
  fc
    .array(fc.constantFrom("mcp", "_", "__", "docs", "docs2", "a", "A", "-", ".", "*", "Mcp", "files"), {
      maxLength: 7
    })
    .map((pieces) => pieces.join("")),
  fc
    .tuple(fc.constantFrom("docs", "a", "docs-2"), fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/))
    .map(([server, tool]) => `mcp__${server}__${tool}`)
)

describe("a wildcard for servers' tools", () => {
  it.each([
    ["mcp__*", true],
    ["mcp__docs__*", true],
    ["mcp__docs-2__*", true],
    [`mcp__${"a".repeat(32)}__*`, true],
    [`mcp__${"a".repeat(33)}__*`, false],
    ["mcp__docs__get_*", false],
    ["mcp__docs_*", false],
    ["mcp__docs*", false],
    ["mcp__Docs__*", false],
    ["mcp__a__b__*", false],
    ["mcp__docs_2__*", false],
    ["mcp____*", false],
    ["mcp__*__*", false],
    ["mcp__**", false],
    ["mcp_*", false],
    ["Mcp__*", false],
    ["*__delete", false],
    ["group:mcp__*", false]
  ])("is written %s: %s", (text, expected) => {
    expect(selectorPattern.test(text)).toBe(expected)
  })

  it("matches only names with its prefix", () => {
    const matches = makeSelectorMatch(new Map())
    fc.assert(
      fc.property(fc.constantFrom("mcp__*", "mcp__docs__*", "mcp__a__*"), names, names, (text, name, alias) => {
        const begins = (one: string) => one.startsWith(text.replace("*", ""))
        expect(includesName(text, name)).toBe(begins(name))
        expect(matches({ text }, aTool({ name, aliases: [alias] }))).toBe(begins(name) || begins(alias))
      }),
      runs(1_000)
    )
  })

  it("matches only the tools of its own server", () => {
    const server = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,5}$/)
    const tool = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/)
    fc.assert(
      fc.property(server, server, tool, (one, other, name) => {
        expect(includesName(`mcp__${one}__*`, `mcp__${other}__${name}`)).toBe(one === other)
      }),
      runs(1_000)
    )
  })
})

const entries = {
  rules: fc.record({
    allow: fc.subarray(["*", "mcp__*", "mcp__docs__*", "mcp__docs__get", "group:all", "mcp__docs__*(**)"]),
    ask: fc.subarray(["*", "mcp__docs__get", "mcp__*"])
  }),
  per_tool: fc.constantFrom({}, { mcp__docs__get: "auto" }),
  tools: fc.constantFrom({}, { mcp__docs__get: { allowed: true, unconfined: true } }),
  layers: fc.constantFrom({}, { global: { allow: ["mcp__docs__*"] } }, { global: { allow: ["*"] } }),
  agents: fc.constantFrom(undefined, { a: { tools: ["mcp__docs__get", "mcp__*"] } })
}

describe("a deny of a server's tools", () => {
  const get = foreign("mcp__docs__get", { resources: [path("r")] })

  it.each(["mcp__docs__*", "mcp__*"])("applies to calls and listings, despite any allow: %s", (denied) => {
    const places = fc.constantFrom("rules", "layers", "forbidden", "group")
    fc.assert(
      fc.property(fc.record(entries), places, fc.boolean(), ({ rules, per_tool, agents, ...more }, place, admitted) => {
        const denies = {
          rules: { rules: { ...rules, deny: [denied] } },
          layers: { layers: { global: { ...more.layers.global, deny: [denied] } } },
          forbidden: { layers: { global: { ...more.layers.global, forbidden_tools: [denied], allowed_tools: ["*"] } } },
          group: { groups: { far: [denied] }, rules: { ...rules, deny: ["group:far"] } }
        }[place]
        const given = { rules, tool_confirmation: { per_tool }, ...(agents && { agents }), ...more, ...denies }
        const lines = Object.entries(given).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        const policy = policyIn(lines.join("\n"))
        if (admitted) expect(policy.admit(get)).toEqual([])
        const request = call(get, [file("/a")])
        expect(decisionOf(policy, request)).toBe("deny")
        expect(policy.mayPermit(get, request.context)).toBe(false)
        const { steps } = policy.explain(call({ ...get, name: "docs_get" }, [file("/a")]))
        const found = steps.flatMap(({ findings }) => findings.map(({ because }) => because.rule))
        expect(found).not.toContain(policy.judge(request).because.rule)
      })
    )
  })

  it("hides no tool of another server", () => {
    const policy = policyIn('rules: { deny: ["mcp__docs__*"], allow: ["mcp__*"] }')
    expect(decisionOf(policy, call(search, [host("a.com")]))).toBe("allow")
    expect(policy.mayPermit(search, call(search).context)).toBe(true)
  })
})

describe("an ask and an allow of a server's tools", () => {
  it("cover every call of the tools, except that CRITICAL risk is always asked about", () => {
    const policy = policyIn('rules: { ask: ["mcp__files__*"], allow: ["mcp__*"] }')
    expect(decisionOf(policy, call(read, [file("/a")]))).toBe("ask")
    expect(decisionOf(policy, call(search, [host("a.com")]))).toBe("allow")
    expect(policy.judge(call(search, [host("a.com")])).because.rule).toBe("allow mcp__*")
    expect(decisionOf(policy, call(foreign("mcp__web__wipe", { risk: "CRITICAL" })))).toBe("ask")
    expect(decisionOf(policy, call(tools.write_file, [file("/workspace/a", "w")]))).toBe("ask")
  })

  it("with a pattern answer only for declared resources", () => {
    const policy = policyIn('rules: { allow: ["mcp__files__*(/srv/**)"], ask: ["mcp__files__read_file"] }')
    const move = foreign("mcp__files__move", { resources: [path("rw")] })
    expect(decisionOf(policy, call(move, [file("/srv/a", "rw")]))).toBe("allow")
    expect(decisionOf(policy, call(move, [file("/etc/a", "rw")]))).toBe("ask")
    expect(decisionOf(policy, call(unsaid))).toBe("ask")
  })
})

describe("a pattern for a server's tools", () => {
  it("is compared with the resources of their calls, and refuses tools without declarations", () => {
    const policy = policyIn('rules: { deny: ["mcp__files__*(**/.env)"], allow: ["mcp__*"] }')
    const fetched = foreign("mcp__files__fetch", { resources: [{ kind: "url", arg: "/url" }] })
    for (const isAdmitted of [false, true]) {
      if (isAdmitted) for (const tool of [read, unsaid, fetched]) expect(policy.admit(tool)).toEqual([])
      expect(decisionOf(policy, call(read, [file("/a/.env")]))).toBe("deny")
      expect(decisionOf(policy, call(read, [file("/a/b")]))).toBe("allow")
      expect(decisionOf(policy, call(fetched, [host("a.com")]))).toBe("allow")
      expect(decisionOf(policy, call(unsaid))).toBe("deny")
      expect(policy.judge(call(unsaid))).toMatchObject({
        why: 'The rule "mcp__files__*(**/.env)" cannot be compared with the call: its pattern has nothing to match: tool "mcp__files__tidy" declares no file, no host and no command.'
      })
      expect(policy.mayPermit(unsaid, call(unsaid).context)).toBe(false)
      expect(decisionOf(policy, call(search, [host("a.com")]))).toBe("allow")
    }
    // It is about the resource, like the pattern of every deny rule, once the resource is declared.
    expect(decisionOf(policy, call(tools.read_file, [file("/workspace/.env")]))).toBe("deny")
  })

  it.each(["mcp__files__*(domain:a.com)", "mcp__files__tidy(domain:a.com)", "mcp__files__tidy(**/.env)"])(
    "refuses a tool without declarations, and is valid: %s",
    (rule) => {
      for (const effect of ["deny", "ask"])
        expect(decisionOf(policyIn(`rules: { ${effect}: ["${rule}"], allow: ["*"] }`), call(unsaid))).toBe("deny")
      // The same tool may be known at the start or come later.
      const configs = [configOf(`rules: { deny: ["${rule}"] }`)]
      expect(DefaultPolicy.findProblems({ configs, tools: [unsaid] }, installed)).toEqual([])
    }
  )

  it("that is invalid refuses tools, except those that it could not match", () => {
    const { admit, judge } = policyIn('rules: { deny: ["mcp__*({a,b}/.env)"], allow: ["*"] }')
    for (const tool of [read, search]) expect(admit(tool)).toEqual([])
    expect(judge(call(read, [file("/a")]))).toMatchObject({ decision: "deny", why: expect.stringContaining('"{"') })
    expect(judge(call(search, [host("a.com")]))).toMatchObject({ decision: "allow" })
    const configs = [configOf('rules: { deny: ["mcp__*(domain:a b)"] }')]
    expect(DefaultPolicy.findProblems({ configs }, installed)).toHaveLength(1)
  })

  it("for one of our own tools also applies to them", () => {
    const policy = policyIn('rules: { deny: ["read_file(**/.env)"], allow: ["mcp__files__*"] }')
    expect(decisionOf(policy, call(read, [file("/elsewhere/.ENV")]))).toBe("deny")
    expect(decisionOf(policy, call(read, [file("/elsewhere/env")]))).toBe("allow")
  })
})

describe("a rule about a tool that its server does not have", () => {
  const rules = 'rules: { deny: [mcp__a__get_1, "mcp__b__*"], ask: [mcp__a__Put, "mcp__c__get(x)"] }'
  const similar = ["mcp__a__get_2", "mcp__a__get_1", "mcp__b__get_1", "mcp__c__put", "mcp__aa__get_1"]

  it("is valid, and does not prevent a tool with a similar name, in any order", () => {
    const configs = configsOf(rules)
    fc.assert(
      fc.property(fc.shuffledSubarray(similar), fc.nat(similar.length), (order, count) => {
        const known = order.slice(0, count).map((name) => foreign(name))
        expect(DefaultPolicy.findProblems({ configs, tools: known }, installed)).toEqual([])
        const policy = DefaultPolicy.make({ configs, tools: known }, installed)
        for (const name of order.slice(count)) expect(policy.admit(foreign(name))).toEqual([])
        expect(policy.judge(call(foreign("mcp__a__get_1"))).decision).toBe("deny")
        expect(policy.judge(call(foreign("mcp__a__get_2"))).decision).toBe("ask")
      })
    )
  })

  it("is a fault if a tool's name differs only in case, and the tool is not registered", () => {
    const message = expect.stringContaining('unknown tool "mcp__a__Put" in rules.ask; did you mean "mcp__a__put"?')
    const problem = { source: expect.stringMatching(/^p\.yaml:/), message }
    const tool = foreign("mcp__a__put")
    expect(policyIn(rules).admit(tool)).toEqual([problem])
    expect(DefaultPolicy.findProblems({ configs: [configOf(rules)], tools: [tool] }, installed)).toEqual([problem])
  })
})

describe("a rule for always about a server's tool", () => {
  const move = foreign("mcp__files__move", { resources: [path("rw")] })

  it("names only the tool", () => {
    const policy = policyIn('rules: { ask: ["mcp__web__*"] }')
    expect(policy.suggestRule(call(unsaid))).toMatchObject({ rule: "mcp__files__tidy" })
    expect(policy.suggestRule(call(move, [file("/home/a", "rw")]))).toMatchObject({
      rule: "mcp__files__move(/home/a)"
    })
  })

  it("is not suggested if a wildcard still asks or denies", () => {
    for (const effect of ["ask", "deny"]) {
      const { suggestRule } = policyIn(`rules: { ${effect}: ["mcp__files__*"] }`)
      expect(suggestRule(call(unsaid))).toMatchObject({
        none: expect.stringContaining(effect === "ask" ? "asked" : "denied")
      })
    }
  })
})
