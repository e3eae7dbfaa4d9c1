import { type Ceiling, defineTool } from "@toolgate/core"
import { includesName } from "@toolgate/policy"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { narrowToSkills, type Skill } from "../../src/index.ts"

const tool = (name: string, sideEffects: "READ" | "WRITE", aliases: ReadonlyArray<string> = []) =>
  defineTool({ name, sideEffects, aliases, description: "d", parameters: { type: "object" }, execute: () => null })

const tools = [
  tool("read_file", "READ", ["Read"]),
  tool("list_dir", "READ"),
  tool("write_file", "WRITE"),
  tool("mcp__docs__find", "READ"),
  tool("mcp__docs__edit", "WRITE"),
  tool("mcp__web__get", "READ")
]
const names = tools.map(({ name }) => name)

const restricted = (...allowedTools: ReadonlyArray<string>) => ({ allowedTools })

describe("the tools under skills", () => {
  it("are those of the ceiling if no skill restricts them", () => {
    expect(narrowToSkills("any", [{ allowedTools: undefined }], tools)).toBe("any")
    expect(narrowToSkills(["a"], [], tools)).toEqual(["a"])
  })

  it("are empty under an empty list", () => {
    expect(narrowToSkills("any", [restricted()], tools)).toEqual([])
  })

  it("have names for groups and wildcards, and the tool of an alias", () => {
    expect(narrowToSkills("any", [restricted("group:read")], tools)).toEqual([
      "read_file",
      "list_dir",
      "mcp__docs__find",
      "mcp__web__get"
    ])
    expect(narrowToSkills("any", [restricted("mcp__docs__*")], tools)).toEqual(["mcp__docs__find", "mcp__docs__edit"])
    expect(narrowToSkills("any", [restricted("Read"), restricted("read_file")], tools)).toEqual(["read_file"])
    expect(narrowToSkills("any", [restricted("*")], tools)).toEqual(names)
  })

  it("keep a name for a tool that may be added later", () => {
    expect(narrowToSkills("any", [restricted("later")], tools)).toEqual(["later"])
  })

  it("include the members of a group of the policy, but none of an unknown group", () => {
    const groups = new Map([["mine", { source: "p", members: [{ text: "list_dir", source: "p" }] }]])
    expect(narrowToSkills("any", [restricted("group:mine")], tools, groups)).toEqual(["list_dir"])
    expect(narrowToSkills("any", [restricted("group:mine")], tools)).toEqual([])
  })

  it("must be in both lists of one skill", () => {
    const skill = { allowedTools: ["group:read"], alsoWithin: ["read_file", "write_file"] }
    expect(narrowToSkills("any", [skill], tools)).toEqual(["read_file"])
  })
})

const selector = fc.constantFrom(
  ...names,
  "Read",
  "later",
  "group:read",
  "group:write",
  "group:none",
  "mcp__docs__*",
  "mcp__*",
  "*"
)
const list = fc.option(fc.array(selector, { maxLength: 5 }), { nil: undefined })
const skills: fc.Arbitrary<ReadonlyArray<Pick<Skill, "allowedTools" | "alsoWithin">>> = fc.array(
  fc.oneof(
    fc.record({ allowedTools: list }),
    fc.record({ allowedTools: fc.array(selector), alsoWithin: fc.array(selector) })
  ),
  { maxLength: 4 }
)
const ceiling: fc.Arbitrary<Ceiling["tools"]> = fc.oneof(
  fc.constant("any" as const),
  fc.array(fc.constantFrom(...names, "later"))
)

const permits = (given: Ceiling["tools"]) =>
  [...names, "later", "Read"].filter((name) => given === "any" || given.includes(name))
const isWithin = (inner: ReadonlyArray<string>, outer: ReadonlyArray<string>) =>
  expect(inner.filter((name) => !outer.includes(name))).toEqual([])

it("never permit a tool that would not be permitted without them, or that one of them does not list", () => {
  fc.assert(
    fc.property(ceiling, skills, (given, active) => {
      const under = permits(narrowToSkills(given, active, tools))
      isWithin(under, permits(given))
      for (const one of active) isWithin(under, permits(narrowToSkills("any", [one], tools)))
      for (const { allowedTools } of active)
        if (allowedTools !== undefined && !allowedTools.some((text) => text.startsWith("group:") || text === "Read"))
          for (const name of under) expect(allowedTools.some((text) => includesName(text, name))).toBe(true)
    })
  )
})

it("never permit more with an additional skill", () => {
  fc.assert(
    fc.property(ceiling, skills, skills, (given, active, further) => {
      isWithin(
        permits(narrowToSkills(given, [...active, ...further], tools)),
        permits(narrowToSkills(given, active, tools))
      )
    })
  )
})
