import type { PermissionRequest } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { DefaultPolicy, type PolicyConfig, suggestRule } from "../../src/index.ts"
import { aTool, call, command, configsOf, file, host, installed, opaque, policyIn, tools, unread } from "../judging.ts"

const suggested = (request: PermissionRequest, ...texts: ReadonlyArray<string>) =>
  policyIn(...(texts.length === 0 ? [""] : texts)).suggestRule(request)

const running = (words: string | ReadonlyArray<string>, more: Parameters<typeof command>[1] = {}) =>
  call(tools.shell, [command(words, more)])

describe("the suggested rule for a call", () => {
  it.each<[string, PermissionRequest, string]>([
    [
      "the file of a tool",
      call(tools.write_file, [file("/workspace/src/a.ts", "w")]),
      "write_file(/workspace/src/a.ts)"
    ],
    ["a file beside the workspace", call(tools.write_host, [file("/else/a", "w")]), "write_host(/else/a)"],
    [
      "a name with what has a meaning",
      call(tools.patch_file, [file("/workspace/[a]*/!b", "rw")]),
      "patch_file(/workspace/\\[a\\]\\*/\\!b)"
    ],
    ["all words of a command", running(["npm", "run", "a b", "", "it's"]), `shell(npm run 'a b' '' 'it'"'"'s')`],
    ["a single star", running(["rm", "*"]), "shell(rm '*')"],
    ["words as rules do not mean them", running(["~/x", "a:*"]), "shell('~/x' 'a:*')"],
    ["a program of a list of words", call(tools.start, [command("make all")]), "start(make all)"],
    ["the host and the port", call(tools.http_post, [host("example.org", 8443)]), "http_post(domain:example.org:8443)"],
    ["an address", call(tools.http_post, [host("[::1]", 80)]), "http_post(domain:[::1]:80)"],
    ["the tool, if it names nothing", call(tools.index), "index"],
    ["a destructive tool, for which rules answer", call(aTool({ destructive: true })), "t"]
  ])("names %s", (_, request, rule) => {
    expect(suggested(request)).toMatchObject({ rule })
  })

  it.each<[string, PermissionRequest, string]>([
    [
      "has a part that cannot be read",
      call(tools.shell, [command("git log"), opaque]),
      "is partly known only when it runs"
    ],
    ["was not read", call(tools.shell, [command("git log"), unread]), "was not read to its end"],
    ["has a loose word", running("rm a", { loose: [{ at: 1, of: "file" }] }), "has a word that expands to other words"],
    [
      "is a wrapper",
      call(tools.shell, [command("time make", { wrapper: true }), command("make")]),
      "has a command that starts another"
    ],
    ["sets a variable", running("make", { assigned: ["CI"] }), "sets a variable"],
    ["leaves the workspace", running("make", { inWorkspace: false }), "outside of the workspace"],
    ["reads commands from its input", running("sh"), 'has a command whose word "sh" reads commands from its input'],
    ["has several commands", call(tools.shell, [command("test -f a"), command("rm a")]), "has 2 parts"],
    ["redirects", call(tools.shell, [command("make"), file("/workspace/log", "w")]), "redirects input or output"],
    ["has two files", call(tools.copy_file, [file("/workspace/a"), file("/workspace/b", "w")]), "has 2 parts"],
    ["has a file and a host", call(tools.download, [host("example.org"), file("/workspace/b", "w")]), "has 2 parts"],
    ["runs no command", call(tools.shell), "names no resource that a rule could match"],
    ["has a line break in a word", running(["git", "commit", "-m", "a\nb"]), "has an invisible character"],
    [
      "has a direction mark in its path",
      call(tools.write_file, [file("/workspace/a\u202eb", "w")]),
      "has an invisible character"
    ],
    ["is longer than a rule", running(["echo", "x".repeat(4096)]), "would need a rule of more than 4096 characters"],
    ["has CRITICAL risk", call(aTool({ sideEffects: "WRITE", risk: "CRITICAL" })), "has CRITICAL risk"],
    [
      "has a name that cannot be a rule",
      call(aTool({ sideEffects: "WRITE", name: "a tool" })),
      "whose name cannot be used in a rule"
    ],
    [
      "writes a protected path",
      call(tools.write_file, [file("/workspace/.git/hooks/pre-commit", "w")]),
      "would still be asked about: "
    ],
    ["is asked about by a rule", running("git push"), "would still be asked about: The rule"],
    ["is denied", running("rm -rf x"), "is denied: "],
    ["is allowed", call(tools.read_file, [file("/workspace/a")]), "is allowed already"]
  ])("does not exist for a call that %s", (_, request, reason) => {
    const given = suggested(request, "rules: { ask: ['shell(git push:*)'], deny: ['shell(rm -rf:*)'] }")
    expect(given).toEqual({ none: expect.stringContaining(reason) })
  })

  describe("of a pipe", () => {
    const allowed = "rules: { allow: ['shell(git log:*)', 'shell(sort:*)'], ask: ['shell(git push:*)'] }"
    const pipe = (...parts: ReadonlyArray<string>) =>
      call(
        tools.shell,
        parts.map((part) => command(part))
      )

    it("covers the only part that is not allowed yet", () => {
      expect(suggested(pipe("git log -3", "head -5"), allowed)).toMatchObject({ rule: "shell(head -5)" })
      expect(suggested(pipe("head -5", "git log", "sort -u"), allowed)).toMatchObject({ rule: "shell(head -5)" })
    })

    it("covers a repeated part once", () => {
      expect(suggested(pipe("git log", "wc", "wc"), allowed)).toMatchObject({ rule: "shell(wc)" })
    })

    it.each<[string, PermissionRequest, string]>([
      ["with two parts that are not allowed", pipe("git log", "head", "wc"), "has 3 parts"],
      ["with a part that a rule asks about", pipe("git log", "git push"), "has 2 parts"],
      ["with a part that reads orders", pipe("git log", "sh"), "has 2 parts"],
      [
        "with a part that leaves the workspace",
        call(tools.shell, [command("git log"), command("wc", { inWorkspace: false })]),
        "has 2 parts"
      ],
      ["into a file", call(tools.shell, [command("git log"), command("wc"), file("/workspace/a", "w")]), "redirects"],
      ["with a part that cannot be read", call(tools.shell, [command("git log"), command("wc"), opaque]), "partly"]
    ])("does not exist for one %s", (_, request, reason) => {
      expect(suggested(request, allowed)).toEqual({ none: expect.stringContaining(reason) })
    })
  })

  it("does not exist for a command with text on its input", () => {
    const request = { ...running("patch"), args: { command: "patch <<E\n-a\n+b\nE" } }
    expect(suggested(request)).toEqual({ none: "gives its command an input, which a rule cannot express" })
  })

  it("belongs to the narrowest file that can contain it, and never to a file that only narrows", () => {
    const asking = "tool_confirmation: { default: { WRITE: prompt } }"
    const request = call(tools.index)
    const [first, bare] = configsOf("", "") as readonly [PolicyConfig, PolicyConfig]
    const [, second] = configsOf("", asking) as readonly [PolicyConfig, PolicyConfig]
    const placed = (...configs: ReadonlyArray<PolicyConfig>) =>
      suggestRule(request, {
        configs,
        judge: (tried) => DefaultPolicy.make({ configs: tried }, installed).judge(request)
      })
    expect(placed(first)).toMatchObject({ rule: "index", at: 0 })
    // The second file asks nothing by itself.
    expect(placed(first, bare)).toMatchObject({ rule: "index", at: 0 })
    expect(placed(first, { ...bare, onlyNarrows: true })).toMatchObject({ rule: "index", at: 0 })
    const both = { none: expect.stringContaining("would still be asked about") }
    expect(placed(first, second)).toEqual(both)
    expect(placed(first, { ...second, onlyNarrows: true })).toEqual(both)
  })

  it("is tried with tools that were added later", () => {
    const later = aTool({
      name: "later",
      sideEffects: "READ",
      resources: [{ kind: "file", arg: "/p", mode: "r", within: "host" }]
    })
    const policy = policyIn("rules: { deny: ['later(/workspace/a)'] }")
    policy.admit(later)
    expect(policy.suggestRule(call(tools.write_file, [file("/workspace/a", "w")]))).toEqual({
      none: expect.stringContaining("is denied")
    })
  })
})
