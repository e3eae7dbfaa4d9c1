import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { beforeEach, expect, it } from "vitest"
import { type LoadedSkills, loadSkills } from "../../src/index.ts"

let folder = ""

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "skills-")))
})

const write = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const skill = (name: string, more = "") => `---\nname: ${name}\ndescription: Does it.\n${more}---\nDo it.\n`

const load = (path = folder): LoadedSkills => Effect.runSync(loadSkills(path))

/**
 * Loads the folder together with a valid skill, which no invalid one may hide, and returns the problems with their
 * positions in the folder.
 */
const problemsBeside = (): ReadonlyArray<string> => {
  write("good/SKILL.md", skill("good"))
  const { skills, problems } = load()
  expect(skills.map(({ name }) => name)).toEqual(["good"])
  return problems.map(({ level, source, message }) => `${level} ${source.slice(folder.length + 1)}: ${message}`)
}

it("loads a skill with its defaults and the path of its file", () => {
  write("one/SKILL.md", skill("one"))
  expect(load()).toEqual({
    skills: [
      {
        name: "one",
        description: "Does it.",
        instructions: "Do it.",
        allowedTools: undefined,
        version: "1.0.0",
        metadata: {},
        path: join(folder, "one/SKILL.md")
      }
    ],
    problems: []
  })
})

it("loads a folder with its own SKILL.md as one skill", () => {
  write("one/SKILL.md", skill("one"))
  write("one/other/SKILL.md", skill("other"))
  expect(load(join(folder, "one")).skills.map(({ name }) => name)).toEqual(["one"])
})

it("ignores folders without a SKILL.md, files, and names that begin with a dot", () => {
  write("README.md", "")
  write("template/x.md", "")
  write(".git/SKILL.md", "no")
  expect(problemsBeside()).toEqual([])
})

it.each([
  ["no front matter", "Just text.", "SKILL.md:1:1: the file has no front matter"],
  ["a blank line first", `\n${skill("bad")}`, "SKILL.md:1:1: the file has no front matter"],
  ["front matter that is not closed", "---\nname: bad\n\nText", "SKILL.md:1:1: the front matter is not closed"],
  ["empty front matter", "---\n---\nText", "SKILL.md:1:1: the file is empty"],
  ["a list as front matter", "---\n- a\n---\n", "SKILL.md:2:1: the skill must be a map"],
  [
    "duplicate keys",
    "---\nname: bad\ndescription: a\nname: bad\n---\n",
    'SKILL.md:4:1: the key "name" is repeated, first on line 2'
  ],
  ["an anchor", "---\nname: &a bad\ndescription: x\n---\n", "SKILL.md:2:7: anchors are not supported"],
  ["an alias", "---\nname: bad\ndescription: *a\n---\n", "SKILL.md:3:14: aliases are not supported"],
  ["a tag", "---\nname: !!str bad\ndescription: x\n---\n", "SKILL.md:2:7: tags are not supported"],
  ["no description", "---\nname: bad\n---\n", 'a skill needs the key "description"'],
  ["a blank description", '---\nname: bad\ndescription: " "\n---\n', 'SKILL.md:3:14: "description" is empty'],
  [
    "a description over its bound",
    `---\nname: bad\ndescription: ${"é".repeat(1025)}\n---\n`,
    '"description" has 1025 characters; the limit is 1024'
  ],
  [
    "a compatibility over its bound",
    skill("bad", `compatibility: ${"x".repeat(501)}\n`),
    'SKILL.md:4:16: "compatibility" has 501 characters'
  ],
  ["a name of another folder", skill("other"), 'SKILL.md:2:7: the skill "other" lies in the folder "bad"'],
  ["a name with capitals", skill("Bad"), '"Bad" is not the name of a skill'],
  ["a name with two hyphens", skill("ba--d"), '"ba--d" is not the name of a skill'],
  ["a name that ends in a hyphen", skill("bad-"), '"bad-" is not the name of a skill'],
  [
    "a pattern as a tool",
    skill("bad", "allowed_tools: [read_file, 'Bash(git:*)']\n"),
    'SKILL.md:4:28: "Bash(git:*)" in "allowed_tools" is not a tool'
  ],
  [
    "a restriction without a value",
    skill("bad", "allowed_tools:\n"),
    'SKILL.md:4:1: "allowed_tools" is empty, which differs from absent'
  ],
  [
    "a restriction that is a map",
    skill("bad", "allowed_tools: {a: b}\n"),
    'SKILL.md:4:16: "allowed_tools" must be a list of tools, not a map'
  ],
  [
    "a restriction in metadata that is no text",
    skill("bad", "metadata:\n  toolgate-tools: [a]\n"),
    '"toolgate-tools" must be a string, not a list'
  ],
  ...["toolgate-tool", "Toolgate-Tools", "toolgate_tools", "toolgatetools", "tolgate-tools", "toolgate-only"].map(
    (key) => [
      `a restriction called ${key}`,
      skill("bad", `metadata:\n  ${key}: a\n`),
      `unknown key "${key}" in "metadata"`
    ]
  ),
  ...["allowed_tool", "Allowed_Tools", "alowed_tools", "allowedTools"].map((key) => [
    `a restriction called ${key}`,
    skill("bad", `${key}: [a]\n`),
    `unknown key "${key}" in a skill; did you mean "allowed_tools"?`
  ]),
  ["a version that is none", skill("bad", "version: a b\n"), '"a b" is not a version'],
  ["a mark that turns text round", `${skill("bad")}a\u202eb\n`, "SKILL.md:6:2: the text contains the character U+202E"],
  [
    "letters that nobody sees",
    `${skill("bad")}see \u{e0041}\n`,
    "SKILL.md:6:5: the text contains the character U+E0041"
  ]
])("reports where %s is wrong", (_, text, message) => {
  write("bad/SKILL.md", text)
  const problems = problemsBeside()
  expect(problems).toEqual([expect.stringContaining(message)])
  expect(problems[0]).toMatch(/^error bad\/SKILL\.md:\d+:\d+: /)
})

it("reads __proto__ as an ordinary key", () => {
  write("good/SKILL.md", skill("good", '__proto__: x\nmetadata:\n  __proto__: "polluted"\n'))
  const { skills, problems } = load()
  expect(problems).toEqual([
    expect.objectContaining({ level: "warning", message: expect.stringContaining('unknown key "__proto__"') })
  ])
  expect(Object.keys(skills[0]?.metadata ?? {})).toEqual(["__proto__"])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it("refuses a file over the limit at once", () => {
  write("bad/SKILL.md", skill("bad") + "x".repeat(10 * 1024 * 1024))
  expect(problemsBeside()).toEqual(["error bad/SKILL.md: it is longer than 128 KiB"])
})

it("refuses a file that is not UTF-8", () => {
  write("bad/SKILL.md", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]))
  expect(problemsBeside()).toEqual(["error bad/SKILL.md: it is not UTF-8 text"])
})

it("does not wait for a pipe", () => {
  mkdirSync(join(folder, "bad"))
  execFileSync("mkfifo", [join(folder, "bad/SKILL.md")])
  expect(problemsBeside()).toEqual(["error bad/SKILL.md: it is not a regular file"])
})

it("refuses a folder in place of the file, and a file with a similar name", () => {
  mkdirSync(join(folder, "bad/SKILL.md"), { recursive: true })
  write("worse/skill.md", skill("worse"))
  expect(problemsBeside()).toEqual([
    "error bad/SKILL.md: it is a folder; name a file",
    "error worse/SKILL.md: it cannot be found; a skill is written in a file with the name SKILL.md"
  ])
})

it("follows a link within the folder, and refuses one that leads out", () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "outside-")))
  writeFileSync(join(outside, "SKILL.md"), skill("linked"))
  write(".shared/inner/SKILL.md", skill("inner"))
  symlinkSync(join(folder, ".shared/inner"), join(folder, "inner"))
  symlinkSync(outside, join(folder, "linked"))
  mkdirSync(join(folder, "file"))
  symlinkSync(join(outside, "SKILL.md"), join(folder, "file/SKILL.md"))
  const { skills, problems } = load()
  expect(skills.map(({ name }) => name)).toEqual(["inner"])
  expect(problems.map(({ source, message }) => `${source.slice(folder.length + 1)}: ${message}`)).toEqual([
    "file/SKILL.md: it is a link that leads out of the folder of skills",
    "linked/SKILL.md: it is a link that leads out of the folder of skills"
  ])
})

it.each([
  ["is not there", "none", "there is no such folder", "error"],
  ["is a file", "file", "it is not a folder", "error"],
  ["has no skill", "empty", "no folder in it has a SKILL.md", "warning"]
])("reports that the folder %s", (_, name, message, level) => {
  write("file", "")
  mkdirSync(join(folder, "empty"))
  expect(load(join(folder, name))).toEqual({
    skills: [],
    problems: [{ level, source: join(folder, name), message }]
  })
})

it.each([
  ["a list", "allowed_tools: [a, b]\n", ["a", "b"], undefined],
  ["names with spaces between", "allowed_tools: a  b\n", ["a", "b"], undefined],
  ["an empty list", "allowed_tools: []\n", [], undefined],
  [
    "metadata",
    "metadata:\n  toolgate-tools: a group:read mcp__docs__*\n",
    ["a", "group:read", "mcp__docs__*"],
    undefined
  ],
  [
    "both keys",
    "allowed_tools: [a, mcp__docs__*]\nmetadata:\n  toolgate-tools: b a mcp__docs__x\n",
    ["a", "mcp__docs__x"],
    undefined
  ],
  ["both keys with a group", "allowed_tools: ['group:read']\nmetadata:\n  toolgate-tools: a\n", ["group:read"], ["a"]],
  ["what the specification pre-approves", "allowed-tools: a b\n", undefined, undefined]
])("reads a restriction from %s", (_, text, allowedTools, alsoWithin) => {
  write("one/SKILL.md", skill("one", text))
  const { skills, problems } = load()
  expect(problems).toEqual([])
  expect([skills[0]?.allowedTools, skills[0]?.alsoWithin]).toEqual([allowedTools, alsoWithin])
})
