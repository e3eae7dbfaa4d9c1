import { describe, expect, it } from "vitest"
import { call, command, decisionOf, policyIn, tools } from "../judging.ts"

const policy = policyIn("rules: { allow: ['shell(git log:*)', 'shell(cd:*)', 'shell(ls:*)'] }")
const wrapper = (words: string, more: Parameters<typeof command>[1] = {}) => command(words, { wrapper: true, ...more })
const decided = (...parts: ReadonlyArray<ReturnType<typeof command>>) => decisionOf(policy, call(tools.shell, parts))

describe("a wrapper command, such as cd or test", () => {
  it("needs no rule if the started command has one", () => {
    expect(decided(wrapper("test -f a"), command("git log"))).toBe("allow")
  })

  it("needs a rule if no command follows", () => {
    expect(decided(wrapper("cd src"))).toBe("allow")
    expect(decided(wrapper("test -f a"))).toBe("ask")
    expect(decided(wrapper("cd src"), wrapper("test -f a"))).toBe("ask")
  })

  it("asks outside the workspace, where no rule answers", () => {
    expect(decided(wrapper("test -f a", { inWorkspace: false }), command("git log"))).toBe("ask")
  })

  it("needs a rule if it sets a variable that may change what runs", () => {
    expect(decided(wrapper("test -f a", { assigned: ["PATH"] }), command("git log"))).toBe("ask")
  })
})

describe("a cd back at the end of a text", () => {
  const back = (path?: string) =>
    wrapper("cd ..", path === undefined ? {} : { outside: [{ at: 1, path: path as never }] })

  it("may lead outside if a command before it fails", () => {
    expect(decided(wrapper("cd src"), command("ls"), back(), back("/srv"))).toBe("allow")
  })

  it("asks if it always leads outside, or if something runs there", () => {
    expect(decided(command("ls"), back("/srv"))).toBe("ask")
    expect(decided(wrapper("cd src"), back(), back("/srv"), command("ls"))).toBe("ask")
    expect(decided(back("/srv"), command("ls"), wrapper("cd src"), back())).toBe("ask")
  })
})
