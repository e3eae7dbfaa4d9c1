import type { Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { makeSelectorMatch } from "../../src/config/toolSelectors.ts"
import { AllowRules } from "../../src/rules/AllowRules.ts"
import { aTool, call, command, configOf, file, host, opaque, tools, unread } from "../judging.ts"

const known = Object.values(tools)
const answering = (...given: ReadonlyArray<string>) => {
  const { rules, groups } = configOf(`rules: { allow: ${JSON.stringify(given)} }`)
  const allows = new AllowRules(rules.allow, { matches: makeSelectorMatch(groups), known })
  /** Returns the rule that answers for a call, and the rules for its redirections. */
  return (tool: (typeof known)[number], ...resources: ReadonlyArray<Resource>) => {
    const request = call(tool, resources)
    const answer = allows.answer(request)
    const redirections = tool.resources.some(({ kind }) => kind === "shell")
      ? resources.flatMap((one) => (one.kind === "file" ? [allows.redirection(request, one)] : []))
      : []
    return answer && [answer, ...redirections].map((rule) => rule?.rule.slice("allow ".length))
  }
}

const [a, b, out] = ["a", "b", "out/x"].map((name) => file(`/workspace/${name}`, "w")) as [Resource, Resource, Resource]

describe("an allow rule", () => {
  it("without a pattern answers for every call of its tool, including unreadable text", () => {
    const answer = answering("shell", "group:math")
    expect(answer(tools.shell, command("ls"), opaque, a)).toEqual(["shell", "shell"])
    expect(answer(tools.shell)).toEqual(["shell"])
    expect(answer(tools.add)).toEqual(["group:math"])
    expect(answer(tools.start, command("ls"))).toBeUndefined()
  })

  it("applies only to the tool that it names", () => {
    const answer = answering("write_file(**)", "http_get(domain:a.com)")
    expect(answer(tools.write_file, a)).toEqual(["write_file(**)"])
    expect(answer(tools.patch_file, a)).toBeUndefined()
    expect(answer(tools.http_post, host("a.com"))).toBeUndefined()
    expect(answer(tools.http_get, host("a.com"))).toEqual(["http_get(domain:a.com)"])
  })

  it("answers for a call only if every resource of its kind matches some rule", () => {
    const answer = answering("copy_file(a)", "copy_file(b)", "shell(ls:*)", "shell(git log:*)")
    expect(answer(tools.copy_file, a, b)).toEqual(["copy_file(a)"])
    expect(answer(tools.copy_file, a, out)).toBeUndefined()
    expect(answer(tools.copy_file, out, b)).toBeUndefined()
    expect(answer(tools.shell, command("ls"), command("git log"))).toEqual(["shell(ls:*)"])
    expect(answer(tools.shell, command("ls"), command("rm x"))).toBeUndefined()
  })

  it("does not answer for a call without a resource of its kind", () => {
    expect(answering("shell(ls:*)")(tools.shell)).toBeUndefined()
    expect(answering("download(domain:a.com)")(tools.download, a)).toBeUndefined()
  })

  it("with a pattern never answers for unreadable text", () => {
    expect(answering("shell(*)", "shell(ls:*)")(tools.shell, command("ls"), opaque)).toBeUndefined()
    expect(answering("shell(*)")(tools.shell, opaque)).toBeUndefined()
  })

  it("never answers for unread text, with or without a pattern", () => {
    const answer = answering("shell", "shell(*)", "group:code", "*")
    expect(answer(tools.shell, command("ls"), unread)).toBeUndefined()
    expect(answer(tools.shell, unread, opaque)).toBeUndefined()
    expect(answer(tools.read_file, a, unread)).toBeUndefined()
  })

  it("is not needed for a program that only starts another", () => {
    const answer = answering("shell(ls:*)")
    expect(answer(tools.shell, command("time ls", { wrapper: true }), command("ls"))).toEqual(["shell(ls:*)"])
    expect(answer(tools.shell, command("time", { wrapper: true }))).toBeUndefined()
  })

  it("of a file tool answers for redirections that do no more than the tool", () => {
    const answer = answering(
      "shell(ls:*)",
      "write_file(out/**)",
      "read_file(in/**)",
      "patch_file(both/**)",
      "copy_file(cp/**)"
    )
    const at = (name: string, mode: "r" | "w" | "rw") =>
      answer(tools.shell, command("ls"), file(`/workspace/${name}`, mode))?.[1]
    expect([at("out/x", "w"), at("out/x", "r"), at("out/x", "rw")]).toEqual([
      "write_file(out/**)",
      undefined,
      undefined
    ])
    expect([at("in/x", "w"), at("in/x", "r"), at("in/x", "rw")]).toEqual([undefined, "read_file(in/**)", undefined])
    expect([at("both/x", "w"), at("both/x", "r"), at("both/x", "rw")]).toEqual(Array(3).fill("patch_file(both/**)"))
    // The pattern does not say to which of the tool's two paths it applies.
    expect([at("cp/x", "w"), at("cp/x", "r")]).toEqual([undefined, undefined])
    expect([at("OUT/x", "w"), at("x", "w")]).toEqual([undefined, undefined])
  })

  it("of a file tool without a pattern does not answer for redirections", () => {
    expect(answering("shell(ls:*)", "write_file")(tools.shell, command("ls"), out)).toEqual(["shell(ls:*)", undefined])
  })

  it("compares paths exactly, beneath the workspace", () => {
    const answer = answering("read_host(**/*.md)", "read_host(/etc/hosts)")
    expect(answer(tools.read_host, file("/workspace/x/a.md"))).toEqual(["read_host(**/*.md)"])
    expect(answer(tools.read_host, file("/workspace/x/a.MD"))).toBeUndefined()
    expect(answer(tools.read_host, file("/elsewhere/a.md"))).toBeUndefined()
    expect(answer(tools.read_host, file("/workspace-evil/a.md"))).toBeUndefined()
    expect(answer(tools.read_host, file("/etc/hosts"))).toEqual(["read_host(/etc/hosts)"])
  })

  it("with a pattern that does not fit the tool has no effect", () => {
    expect(answering("add(src/**)")(tools.add)).toBeUndefined()
    expect(answering("*(src/**)")(tools.add)).toBeUndefined()
    expect(answering("shell(git *)")(tools.shell, command("git *"))).toBeUndefined()
    expect(answering("t(**)")(aTool(), a)).toBeUndefined()
  })

  it("leaves resources of other kinds to the rest of the policy", () => {
    const answer = answering("download(domain:a.com)")
    expect(answer(tools.download, host("a.com"), a)).toEqual(["download(domain:a.com)"])
    expect(answering("download(domain:a.com)", "download(b)")(tools.download, host("a.com"), a)).toBeUndefined()
    expect(answering("download(domain:a.com)", "download(a)")(tools.download, host("a.com"), a)).toEqual([
      "download(domain:a.com)"
    ])
  })
})
