import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { defineTool, Type } from "../src/index.ts"
import { newFolder, opened } from "./asking.ts"
import { call, gateWith, look, names, skill, skillsFolder, texts } from "./skillGates.ts"

describe("the skills of a gate", () => {
  it("are listed, and described in a prompt", async () => {
    const gate = await gateWith()
    expect(gate.skills.list().map(({ name, allowedTools }) => [name, allowedTools])).toEqual([
      ["later", ["soon"]],
      ["looking", ["look", "skill"]],
      ["nothing", []],
      ["noting", ["note"]],
      ["reading", ["group:read"]],
      ["relaying", ["relay", "look"]],
      ["talking", undefined]
    ])
    expect(gate.skills.prompt(["looking"])).toMatch(/name="looking" version="1.0.0">\nDo looking.\n<\//)
    expect(gate.skills.prompt([])).toBe("")
    expect(() => gate.skills.prompt(["lookin"])).toThrow('unknown skill "lookin"; did you mean "looking"?')
  })

  it("are shown to a model by the tool skill, which a gate without skills does not have", async () => {
    const gate = await gateWith()
    const answer = await gate.dispatch(call("skill", { name: "looking" }))
    expect(answer.output.content).toEqual([{ type: "text", text: "Do looking." }])
    const bare = await opened({ policy: "host", tools: [look] })
    expect([names(bare.tools.list()), bare.skills.list(), bare.skills.prompt([])]).toEqual([["look"], [], ""])
    expect((await bare.dispatch(call("look"), { skills: ["looking"] })).error?.message).toBe(
      'The call was refused: unknown skill "looking"; none is defined.'
    )
  })

  it("omit those that failed to load, and tell a call that names one", async () => {
    const folder = skillsFolder({ ...texts, bad: skill("other", undefined) })
    const gate = await gateWith({ skills: folder })
    const problem = `${folder}/bad/SKILL.md:2:7: the skill "other" lies in the folder "bad"; give both one name`
    expect(gate.skills.list()).toHaveLength(7)
    expect(gate.skills.problems.map(({ source, message }) => `${source}: ${message}`)).toContain(problem)
    expect((await gate.dispatch(call("look"), { skills: ["bad"] })).error).toMatchObject({
      class: "validation_error",
      message: `The call was refused: the skill "bad" could not be loaded: ${problem}.`
    })
  })

  it("cause a warning if they list tools that do not exist", async () => {
    const gate = await gateWith({ skills: skillsFolder({ one: skill("one", "[lok, soon, mcp__docs__find]") }) })
    expect(gate.skills.problems.map(({ level, message }) => [level, message])).toEqual([
      ["warning", expect.stringContaining('unknown tool "lok" in its tools; did you mean "look"?')],
      ["warning", expect.stringContaining('unknown tool "soon" in its tools')]
    ])
  })

  it("come from several folders, and from the app itself", async () => {
    const [one, two] = [skillsFolder({ one: skill("one", undefined) }), skillsFolder({ two: skill("two", undefined) })]
    const gate = await gateWith({ skills: [one, two] })
    expect(names(gate.skills.list())).toEqual(["one", "two"])
    const made = { ...gate.skills.list()[0], name: "made", path: null, allowedTools: ["look"] } as const
    const other = await gateWith({ skills: [made as ReturnType<typeof gate.skills.list>[number]] })
    expect(names(other.tools.list({ skills: ["made"] }))).toEqual(["look"])
  })

  it.each([
    ["a folder that is not there", () => join(newFolder(), "none"), "there is no such folder"],
    [
      "one name in two folders",
      () => [skillsFolder({ one: skill("one", undefined) }), skillsFolder({ one: skill("one", undefined) })],
      'the skill "one" is given twice, first in'
    ],
    ["what is no skill", () => [{ name: "One" }], '"skills" must be a folder'],
    ["a number", () => 7, '"skills" must be a folder']
  ])("prevent a gate from opening if they have %s", async (_, skills, message) => {
    await expect(gateWith({ skills: skills() as string })).rejects.toThrow(message)
  })

  it("are in folders that no call may change under a policy of files", async () => {
    const workspace = newFolder()
    mkdirSync(join(workspace, "skills/one"), { recursive: true })
    const path = join(workspace, "skills/one/SKILL.md")
    writeFileSync(path, skill("one", "[look]"))
    const write = defineTool({
      name: "write",
      description: "Writes.",
      parameters: Type.Object({ path: Type.String() }),
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
      execute: () => "written"
    })
    const gate = await opened({ workspace, tools: [write], skills: join(workspace, "skills") })
    for (const path of ["skills/one/SKILL.md", "skills/one/more.md", "skills/another/SKILL.md"])
      expect(await gate.judge(call("write", { path }))).toMatchObject({
        decision: "deny",
        because: { rule: "its own files" }
      })
  })
})
