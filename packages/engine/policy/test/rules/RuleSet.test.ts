import type { Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { makeSelectorMatch } from "../../src/config/toolSelectors.ts"
import { RuleSet } from "../../src/rules/RuleSet.ts"
import { aTool, command, configOf, file, host, tools } from "../judging.ts"

const known = Object.values(tools)
const set = (given: ReadonlyArray<string>, more = known) => {
  const { rules, groups } = configOf(`rules: { deny: ${JSON.stringify(given)} }`)
  return new RuleSet("deny", rules.deny, { matches: makeSelectorMatch(groups), known: more })
}

const matched = (rules: RuleSet, tool: (typeof known)[number], resource: Resource) => [
  ...new Set(rules.of(tool).tables.flatMap((table) => table.firstBehind(resource, "/workspace")?.rule.text ?? []))
]

describe("deny rules", () => {
  it("apply to every call without a pattern, by name, alias, group and *", () => {
    const rules = set(["save_file", "group:web", "shell(x)"])
    expect(rules.of(tools.write_file).always?.because).toEqual({
      layer: "rules",
      rule: "deny save_file",
      source: "p.yaml:2:17"
    })
    expect(rules.of(tools.http_get).always?.rule.text).toBe("group:web")
    expect(rules.of(tools.read_file).always).toBeUndefined()
    expect(rules.of(tools.shell).always).toBeUndefined()
    expect(set(["*"]).of(tools.add).always?.rule.text).toBe("*")
  })

  it("report the first that applies to every call", () => {
    expect(set(["group:read", "read_file", "*"]).of(tools.read_file).always?.rule.text).toBe("group:read")
  })

  it("apply to every tool that reaches the resource", () => {
    const rules = set(["read_file(**/.env)", "write_file(dist/**)", "http_get(domain:a.com)", "shell(rm:*)"])
    expect(matched(rules, tools.patch_file, file("/workspace/.env", "w"))).toEqual(["read_file(**/.env)"])
    expect(matched(rules, tools.read_host, file("/elsewhere/.ENV"))).toEqual(["read_file(**/.env)"])
    expect(matched(rules, tools.patch_file, file("/workspace/dist/x", "rw"))).toEqual(["write_file(dist/**)"])
    expect(matched(rules, tools.read_file, file("/workspace/dist/x"))).toEqual([])
    expect(matched(rules, tools.http_post, host("a.com"))).toEqual(["http_get(domain:a.com)"])
    expect(matched(rules, tools.start, command("/bin/rm x"))).toEqual(["shell(rm:*)"])
    expect(matched(rules, tools.shell, file("/workspace/dist/x", "w"))).toEqual(["write_file(dist/**)"])
  })

  it("are compared with files that the words of a command may name", () => {
    const rules = set(["read_file(**/.env)", "write_file(dist/**)"])
    const naming = (path: string) => command("x y", { paths: ["/workspace/x", path] as never })
    expect(matched(rules, tools.shell, naming("/workspace/.env"))).toEqual(["read_file(**/.env)"])
    expect(matched(rules, tools.shell, naming("/workspace/dist/x"))).toEqual([])
  })

  it("of a tool that reads one path and writes another apply to both", () => {
    const rules = set(["copy_file(secret/**)"])
    expect(matched(rules, tools.copy_file, file("/workspace/secret/k"))).toEqual(["copy_file(secret/**)"])
    expect(matched(rules, tools.copy_file, file("/workspace/secret/k", "w"))).toEqual(["copy_file(secret/**)"])
  })

  it.each(["*(**/.env)", "group:read(**/.env)"])(
    "of all tools, or of a group, are compared with commands: %s",
    (text) => {
      const naming = command("cat .env", { paths: ["/workspace/.env"] as never })
      expect(matched(set([text]), tools.shell, naming)).toEqual([text])
      expect(matched(set([text]), tools.shell, file("/workspace/.env"))).toEqual([text])
    }
  )

  it("of an unknown tool apply by its later declarations", () => {
    const rules = set(["read_file(**/.env)"], [])
    expect(matched(rules, tools.read_file, file("/x/.env"))).toEqual(["read_file(**/.env)"])
    expect(rules.of(tools.patch_file).tables).toEqual([])
    expect(matched(set(["*(domain:a.com)"], []), tools.http_get, host("a.com"))).toEqual(["*(domain:a.com)"])
  })

  it("of a group or of all tools also apply to unknown tools", () => {
    for (const text of ["*(**/.env)", "group:read(**/.env)"]) {
      const rules = set([text], [tools.shell])
      expect(matched(rules, tools.read_file, file("/x/.env"))).toEqual([text])
      expect(matched(set([text], [tools.patch_file]), tools.read_file, file("/x/.env"))).toEqual([text])
    }
    const mixed = set(["*(git)"], [tools.shell])
    expect(matched(mixed, tools.read_file, file("/workspace/git"))).toEqual(["*(git)"])
  })

  it("with a pattern that does not fit their tool are reported", () => {
    const misfit = (text: string, tool: (typeof known)[number]) => set([text]).of(tool).misfit
    expect(misfit("add(src/**)", tools.add)).toMatchObject({
      rule: { rule: { text: "add(src/**)" } },
      problem: 'has nothing to match: tool "add" declares no file, no host and no command'
    })
    expect(misfit("shell(git *)", tools.shell)?.problem).toMatch(/^contains "\*"/)
    expect(misfit("add(src/**)", tools.read_file)).toBeUndefined()
    expect(misfit("*(src/**)", tools.add)).toBeUndefined()
    expect(misfit("t(x)", aTool())?.problem).toMatch(/^has nothing to match/)
  })

  it("do not change between calls", () => {
    const rules = set(["shell(rm:*)"])
    expect(rules.of(tools.shell)).toBe(rules.of(tools.shell))
  })
})
