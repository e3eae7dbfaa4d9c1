import { expect, it } from "vitest"
import { findUnknownSkillTools, type Skill } from "../../src/index.ts"

const skill = (allowedTools: Skill["allowedTools"], path: string | null = "/s/one/SKILL.md"): Skill => ({
  name: "one",
  description: "d",
  instructions: "",
  allowedTools,
  path,
  version: "1.0.0",
  metadata: {}
})

const tools = [{ name: "read_file", aliases: ["Read"] }]

it("warns about a tool and a group that are not there, with the nearest name", () => {
  expect(findUnknownSkillTools([skill(["raed_file", "group:raed"])], tools)).toEqual([
    {
      level: "warning",
      skill: "one",
      source: "/s/one/SKILL.md",
      message: 'unknown tool "raed_file" in its tools; did you mean "read_file"?'
    },
    {
      level: "warning",
      skill: "one",
      source: "/s/one/SKILL.md",
      message: 'unknown group "group:raed" in its tools; did you mean "group:read"?'
    }
  ])
})

it("knows names, aliases, groups of the policy and the tools of MCP servers", () => {
  const groups = new Map([["mine", { source: "p", members: [] }]])
  const known = ["read_file", "Read", "*", "group:read", "group:mine", "mcp__docs__*", "mcp__docs__find"]
  expect(findUnknownSkillTools([skill(known), skill(undefined)], tools, groups)).toEqual([])
})

it("names the skill if it has no file", () => {
  expect(findUnknownSkillTools([skill(["x"], null)], tools)).toEqual([expect.objectContaining({ source: "skill one" })])
})
