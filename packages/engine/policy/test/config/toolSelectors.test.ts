import { describe, expect, it } from "vitest"
import { makeSelectorMatch } from "../../src/config/toolSelectors.ts"
import { aTool, configOf, tools } from "../judging.ts"

const groups = (text: string) => makeSelectorMatch(configOf(text).groups)
const member = (text: string) => ({ text, source: "p" })

describe("a selector names a tool", () => {
  const matches = groups(
    'groups: { files: [read_file, "group:nested", save_file], nested: ["group:math"], none: [], every: ["*"] }'
  )

  it.each([
    ["*", Object.keys(tools)],
    ["read_file", ["read_file"]],
    ["run_shell", ["shell"]],
    ["group:files", ["add", "read_file", "write_file"]],
    ["group:nested", ["add"]],
    ["group:none", []],
    ["group:every", Object.keys(tools)],
    ["group:code", ["shell", "start"]],
    ["group:unknown", []],
    ["group:__proto__", []],
    ["files", []],
    ["group:", []],
    ["", []],
    ["READ_FILE", []],
    ["read*", []],
    ["mcp__*", []]
  ])("%s", (text, expected) => {
    expect(Object.values(tools).flatMap((tool) => (matches({ text }, tool) ? [tool.name] : []))).toEqual(expected)
  })

  it("finds the members of groups that contain each other", () => {
    const circular = makeSelectorMatch(
      new Map([
        ["a", { members: [member("group:b")], source: "p" }],
        ["b", { members: [member("group:a"), member("t")], source: "p" }]
      ])
    )
    expect([circular({ text: "group:a" }, aTool()), circular({ text: "group:a" }, tools.add)]).toEqual([true, false])
  })

  it("never finds a file's group in place of a built-in group", () => {
    const shadowed = makeSelectorMatch(new Map([["read", { members: [member("shell")], source: "p" }]]))
    expect(shadowed({ text: "group:read" }, tools.shell)).toBe(false)
  })
})
