import type { ResolvedPath, Resource, ToolDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { rules } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { aTool, call, command, configOf, decisionOf, file, host, opaque, principal, tools, unread } from "../judging.ts"

const made = (text: string) => rules(configOf(`rules: { ${text} }`), Object.values(tools))
const of = (text: string, tool: ToolDefinition, ...resources: ReadonlyArray<Resource>) =>
  decisionOf(makePolicy([made(text)]), call(tool, resources))

describe("rules", () => {
  it("deny before they ask, and otherwise have no opinion", () => {
    const text = 'deny: ["read_file(a)"], ask: ["read_file(*)", shell], allow: [read_file]'
    expect(["a", "b", "b/c"].map((name) => of(text, tools.read_file, file(`/workspace/${name}`)))).toEqual([
      "deny",
      "ask",
      "allow"
    ])
    expect(of(text, tools.shell)).toBe("ask")
    expect(of('ask: [shell], deny: ["shell(rm:*)"]', tools.shell, command("rm x"))).toBe("deny")
  })

  it("report the first matching rule of the file, for any resource", () => {
    const judged = (...resources: ReadonlyArray<Resource>) =>
      makePolicy([made('deny: ["read_file(b)", "read_file(a)", "read_file(*)"]')]).judge(
        call(tools.copy_file, resources)
      )
    expect(judged(file("/workspace/a"))).toMatchObject({
      because: { rule: "deny read_file(a)", source: "p.yaml:2:33" },
      why: 'The rule "read_file(a)" denies the path.',
      refusal: "FileDenied"
    })
    expect(judged(file("/workspace/c"), file("/workspace/b", "w"))).toMatchObject({
      because: { rule: "deny read_file(b)" },
      why: 'The rule "read_file(b)" denies path 2 of 2.'
    })
  })

  it("refuse a call that cannot be compared with a rule that names its tool", () => {
    for (const effect of ["deny", "ask"]) {
      expect(of(`${effect}: ["add(src/**)"]`, tools.add)).toBe("deny")
      expect(of(`${effect}: ["add(src/**)"]`, tools.read_file, file("/workspace/src/a"))).toBe("allow")
      expect(of(`${effect}: ["shell(git *)"]`, tools.shell, command("ls"))).toBe("deny")
    }
    expect(of('allow: ["add(src/**)"]', tools.add)).toBe("allow")
  })

  it("ask about unreadable text by default", () => {
    expect(of("deny: []", tools.shell, opaque)).toBe("ask")
    expect(of("deny: []", tools.start, command("ls"), opaque)).toBe("ask")
    expect(of('allow: ["shell(*)"]', tools.shell, opaque)).toBe("ask")
    expect(of("allow: [shell]", tools.shell, opaque)).toBe("allow")
    expect(of('allow: ["group:code"], ask: [shell]', tools.shell, opaque)).toBe("ask")
    expect(of("deny: []", tools.shell, command("ls"))).toBe("allow")
  })

  it("always ask about text that was not read, and deny by the text that was", () => {
    for (const text of ["deny: []", "allow: [shell]", 'allow: ["*", "shell(*)"]'])
      expect(of(text, tools.shell, command("ls"), unread)).toBe("ask")
    expect(of('deny: ["shell(rm:*)"], allow: [shell]', tools.shell, command("rm x"), unread)).toBe("deny")
    expect(of("deny: [shell]", tools.shell, unread)).toBe("deny")
  })

  it("never quote an argument to the model", () => {
    const secret = "hunter2"
    const text = 'deny: ["shell(rm:*)", "read_file(**/*2)", "*(domain:**.org)"], ask: ["shell(ls:*)"]'
    const asked = [
      call(tools.shell, [command(`rm ${secret}`)]),
      call(tools.shell, [command(`ls ${secret}`)]),
      call(tools.read_file, [file(`/x/${secret}`)]),
      call(tools.http_get, [host(`${secret}.org`)]),
      call(tools.shell, [{ kind: "opaque", reason: secret }])
    ]
    const verdicts = asked.map(makePolicy([made(text)]).judge)
    expect(verdicts.map(({ decision }) => decision)).toEqual(["deny", "ask", "deny", "deny", "ask"])
    expect(JSON.stringify(verdicts)).not.toContain(secret)
  })

  it("exclude denied and asked files from a tool's tree", () => {
    const text = 'deny: ["read_file(**/.env)", "write_file(dist/**)"], ask: ["read_file(/etc/**)"]'
    const bounds = (tool: ToolDefinition, workspace = "/workspace", resources: ReadonlyArray<Resource> = []) => {
      const verdict = makePolicy([made(text)]).judge(call(tool, resources, { workspace: workspace as ResolvedPath }))
      return verdict.decision === "deny" ? undefined : verdict.bounds.except
    }
    const except = [
      { pattern: "/**/.env", mode: "r" },
      { pattern: "/etc/**", mode: "r" },
      { pattern: "/workspace/dist/**", mode: "w" }
    ]
    const unpack = aTool({
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/to", mode: "rw", within: "workspace", scope: "tree" }]
    })
    for (const tool of [tools.shell, tools.start, tools.index, unpack])
      expect(bounds(tool)?.toSorted((a, b) => (a.pattern < b.pattern ? -1 : 1))).toEqual(except)
    expect([bounds(tools.read_file), bounds(tools.http_get), bounds(tools.copy_file)]).toEqual(Array(3).fill(undefined))
    expect(bounds(tools.shell, "/a[1]*")).toContainEqual({ pattern: "/a\\[1\\]\\*/dist/**", mode: "w" })
    expect(bounds(tools.shell, "/workspace", [opaque])).toHaveLength(3)
  })

  it("exclude asked files from a tree, unless they ask about every call", () => {
    const verdict = makePolicy([made('ask: [shell], deny: ["read_file(**/.env)"]')]).judge(
      call(tools.shell, [command("ls")])
    )
    expect(verdict).toMatchObject({ decision: "ask", bounds: { except: [{ pattern: "/**/.env", mode: "r" }] } })
  })

  it("decide the same in any order of rules of one effect", () => {
    const given = ['"read_file(a)"', '"shell(rm:*)"', '"*(domain:a.com)"', "patch_file", '"write_file(b/**)"']
    const calls = [
      call(tools.read_file, [file("/workspace/a")]),
      call(tools.shell, [command("rm x"), file("/workspace/b/x", "w")]),
      call(tools.http_get, [host("a.com")]),
      call(tools.patch_file, [file("/x", "rw")]),
      call(tools.read_file, [file("/workspace/c")])
    ]
    const decisions = (order: ReadonlyArray<string>) => {
      const policy = makePolicy([made(`deny: [${order.join(", ")}]`)])
      return calls.map((one) => decisionOf(policy, one))
    }
    expect(decisions(given)).toEqual(["deny", "deny", "deny", "deny", "allow"])
    for (let i = 0; i < given.length; i++)
      expect(decisions([...given.slice(i), ...given.slice(0, i)])).toEqual(decisions(given))
  })

  it("are explained with the matching resource and the change to make", () => {
    const part = made('deny: ["shell(rm:*)"], ask: [shell]')
    expect(part.explain(call(tools.shell, [command("ls"), command("rm a b"), opaque]), principal())).toEqual([
      {
        because: { layer: "rules", rule: "deny shell(rm:*)", source: "p.yaml:2:17" },
        effect: "deny",
        said: "The rule matches running rm a b.",
        change: "Remove the rule, or make its pattern narrower."
      },
      {
        because: { layer: "rules", rule: "ask shell", source: "p.yaml:2:39" },
        effect: "ask",
        said: "The rule applies to every call of the tool.",
        change: "Remove the rule, or make its pattern narrower."
      },
      {
        because: { layer: "rules", rule: "what cannot be read is asked about", source: "built in" },
        effect: "ask",
        said: "It cannot be read.",
        change: "Write the command so that all of it can be read: without variables, expansions and substitutions."
      }
    ])
  })

  it("that allow report the answering rule and any resource without one", () => {
    const part = made('allow: ["shell(ls:*)", "write_file(a)"]')
    const given = call(tools.shell, [command("ls"), command("rm x")])
    expect(part.unanswered(given)).toBe("command 2 of 2")
    expect(part.explainAnswer(given).map(({ effect, said }) => `${effect} ${said}`)).toEqual([
      "allow The rule answers for running ls.",
      "none No allow rule matches running rm x."
    ])
    expect(part.unanswered(call(tools.shell, [command("ls")]))).toBeUndefined()
  })

  it("that allow name the word of a command that prevents a match, to the model only by its kind", () => {
    const part = made('allow: ["shell(sort:*)", "shell(sort -r:*)", "shell(git:*)"]')
    const said = (text: string) => {
      const given = call(tools.shell, [command(text)])
      return [
        part.unanswered(given),
        ...part.explainAnswer(given).map((finding) => `${finding.said} ${finding.change}`)
      ]
    }
    expect(said("sort -r --output=secret x")).toEqual([
      'the command: "--output" is what it writes, and is not in a folder for build output',
      'No allow rule matches running sort -r --output=secret x. "shell(sort -r:*)" does not, because "--output=secret" is what it writes, and is not in a folder for build output. ' +
        "Leave the word out, or add an allow rule that spells it out."
    ])
    expect(said("git log --frob")).toEqual([
      'the command: "--frob" is not among the options of "git log" that are known to be harmless',
      'No allow rule matches running git log --frob. "shell(git:*)" does not, because "--frob" is not among the options of "git log" that are known to be harmless. ' +
        "Leave the word out, or add an allow rule that spells it out."
    ])
    expect(said("git fetch origin +secret:main")[0]).toBe("the command: one of its words overwrites a branch")
    expect(said("ls")).toEqual([
      "the command",
      "No allow rule matches running ls. Add an allow rule whose pattern matches it."
    ])
  })
})
