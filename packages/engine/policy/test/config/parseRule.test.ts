import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseRule } from "../../src/config/parseRule.ts"

describe("a rule", () => {
  it.each([
    ["shell", "shell", undefined],
    ["*", "*", undefined],
    ["group:read", "group:read", undefined],
    ["shell(git status:*)", "shell", "git status:*"],
    ["*(domain:a.com)", "*", "domain:a.com"],
    ["group:write(src/**)", "group:write", "src/**"],
    ["shell(echo (x))", "shell", "echo (x)"],
    ["a.b-c_1(()", "a.b-c_1", "("],
    ["__proto__( )", "__proto__", " "]
  ])("is a tool and a pattern: %s", (text, tool, pattern) => {
    expect(parseRule(text)).toEqual({ tool, pattern })
  })

  it.each<[string, string]>([
    ["", "names no tool"],
    ["(x)", "names no tool"],
    ["shell()", "has an empty pattern; leave the parentheses out to mean every call"],
    ["shell(x", 'does not end in ")"'],
    ["shell(x) ", 'does not end in ")"'],
    ["shell(", 'does not end in ")"'],
    ...[
      " shell",
      "shell ",
      "**",
      "group:",
      "group:*",
      "Group:read",
      "group:a:b",
      "shell)",
      "\u0455hell",
      "a".repeat(129)
    ].map((text): [string, string] => [
      text,
      'does not begin with a tool: a name of letters, digits, "_", "." and "-", "*", "mcp__*", "mcp__SERVER__*", or "group:" and a name'
    ]),
    ["sh*", 'does not begin with a tool: a "*" does not stand for a part of a name; list each tool by its name'],
    [
      "mcp__server__get_*",
      'does not begin with a tool: a "*" does not stand for a part of a name; list each tool, or write "mcp__server__*" for all tools of the server'
    ]
  ])("is not %j", (text, problem) => {
    expect(parseRule(text)).toBe(problem)
  })

  it("returns any pattern unchanged", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (pattern) => {
        expect(parseRule(`t(${pattern})`)).toEqual({ tool: "t", pattern })
      })
    )
  })
})
