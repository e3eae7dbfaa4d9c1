import { join } from "node:path"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { formatSkills, loadSkills } from "../../src/index.ts"

const folder = join(import.meta.dirname, "published")

it("loads skills in their published forms", () => {
  const { skills } = Effect.runSync(loadSkills(folder))
  expect(
    skills.map(({ name, version, allowedTools, alsoWithin, preApproved }) => ({
      name,
      version,
      allowedTools,
      alsoWithin,
      preApproved
    }))
  ).toEqual([
    { name: "brand-guidelines", version: "1.0.0" },
    { name: "code-review", version: "2.1", allowedTools: ["read_file", "list_dir"], preApproved: "Read Grep" },
    { name: "commit-messages", version: "1.0.0", preApproved: "Bash(git diff:*) Bash(git log:*) Read" },
    { name: "dashboards", version: "1.0.0" },
    { name: "incident-response", version: "2025.1", allowedTools: [] },
    { name: "pdf-forms", version: "1.0.0" },
    { name: "release-notes", version: "1.4" },
    { name: "skill-creator", version: "1.0.0" },
    { name: "sql-explorer", version: "0.3.0", allowedTools: ["read_file", "group:read", "mcp__postgres__*"] },
    { name: "translate-ja", version: "1.0.0" }
  ])
})

it("warns about keys of other clients, with their lines", () => {
  const { problems } = Effect.runSync(loadSkills(folder))
  expect(problems.map(({ level, source, message }) => [level, source.slice(folder.length + 1), message])).toEqual([
    ["warning", "dashboards/SKILL.md:7:3", '"nested" in "metadata" is not a string (it is ignored)'],
    ["warning", "release-notes/SKILL.md:8:1", expect.stringContaining('unknown key "model" in a skill')],
    ["warning", "release-notes/SKILL.md:9:1", expect.stringContaining('unknown key "disable-model-invocation"')],
    ["warning", "release-notes/SKILL.md:10:1", expect.stringContaining('unknown key "argument-hint"')]
  ])
})

it("preserves the author's text, description and metadata", () => {
  const { skills } = Effect.runSync(loadSkills(folder))
  const named = (name: string) => skills.find((skill) => skill.name === name)
  expect(named("dashboards")?.description).toHaveLength(1024)
  expect(named("dashboards")?.instructions).toBe("# Dashboards\r\n\r\nOne figure, one chart.")
  expect(named("code-review")?.description).toBe(
    "Reviews a change for mistakes, in this order:\ncorrectness, security, tests, names."
  )
  expect(named("code-review")?.metadata).toEqual({
    author: "example-org",
    version: "2.1",
    "toolgate-tools": "read_file list_dir"
  })
  expect(named("code-review")?.compatibility).toBe("Needs git and a checkout with its history")
  expect(named("commit-messages")?.instructions).toMatch(/---\n\nNever mention a ticket/)
  expect(named("skill-creator")?.instructions).toMatch(/name: my-skill[\s\S]*references\/`\.$/)
  expect(named("translate-ja")?.description).toContain("🏴󠁧󠁢󠁳󠁣󠁴󠁿")
  expect(formatSkills(skills).match(/<skill-\w+ name=/g)).toHaveLength(10)
})
