import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Context from "effect/Context"
import { builtins, createToolgate } from "toolgate"
import { GateSkills, partsOf } from "toolgate/effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { serveMcpHttp } from "../../src/index.ts"
import { connect } from "./serveHttpGate.ts"

/** Serves a gate to alice under these skills, until the test ends. */
const skillGate = async (names: ReadonlyArray<string>, rules = "{ allow: ['*'] }") => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-skills-")))
  const skill = (name: string, tools: string) => {
    mkdirSync(join(folder, "skills", name), { recursive: true })
    const head = `name: ${name}\ndescription: About ${name}.\nallowed_tools: ${tools}`
    writeFileSync(join(folder, "skills", name, "SKILL.md"), `---\n${head}\n---\nDo ${name}.\n`)
  }
  skill("reading", "[read_file, list_dir]")
  skill("other", "[write_file]")
  writeFileSync(join(folder, "skills/reading/more.md"), "More.\n")
  writeFileSync(join(folder, "policy.yaml"), `version: 1\nrules: ${rules}\n`)
  mkdirSync(join(folder, "work"))
  const gate = await createToolgate({
    workspace: join(folder, "work"),
    policy: { files: [join(folder, "policy.yaml")] },
    tools: builtins(),
    skills: join(folder, "skills")
  })
  const { services, base } = partsOf(gate)
  const skills = Context.get(services, GateSkills)
  const { url, close } = await serveMcpHttp({
    gate: services,
    version: "1",
    workspace: base.workspace,
    skills: {
      active: skills.named(names),
      instructions: skills.prompt(names),
      narrow: (principal) => skills.narrow(principal, names)
    },
    port: 0,
    tokens: [
      {
        caller: { name: "alice", principal: { agent: "alice", ceiling: { tools: "any" } }, approvals: "defer" },
        sha256: createHash("sha256").update("the-token-of-alice").digest("hex")
      }
    ],
    approveWith: (id) => `approve ${id}`
  })
  onTestFinished(async () => {
    await close()
    await gate.close()
    rmSync(folder, { recursive: true })
  })
  return { url, prompt: skills.prompt(names) }
}

describe.each(["legacy", "auto"] as const)("a client of a gate under skills (%s)", (era) => {
  it("receives the skills' instructions, and only their tools", async () => {
    const { url, prompt } = await skillGate(["reading"])
    const client = await connect(url, era)
    expect(client.getInstructions()).toBe(prompt)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["list_dir", "read_file"])
    const denied = await client.callTool({ name: "write_file", arguments: { path: "a", content: "" } })
    expect(denied).toMatchObject({ isError: true, _meta: { "toolgate/error": "permission_denied" } })
  })

  it("lists and reads active skills as resources", async () => {
    const { url } = await skillGate(["reading"])
    const client = await connect(url, era)
    const uri = "skill://reading/SKILL.md"
    expect((await client.listResources()).resources).toEqual([
      { uri, name: "reading", description: "About reading.", mimeType: "text/markdown" }
    ])
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, text: "Do reading.", mimeType: "text/markdown" }
    ])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
    for (const none of ["skill://other/SKILL.md", "skill://reading/more.md", "skill://reading", "notes://one"])
      await expect(client.readResource({ uri: none })).rejects.toThrow(`There is no resource "${none}".`)
  })

  it("neither lists nor reads skills if the policy denies the tool skill", async () => {
    const { url } = await skillGate(["reading"], "{ allow: ['*'], deny: [skill] }")
    const client = await connect(url, era)
    expect((await client.listResources()).resources).toEqual([])
    await expect(client.readResource({ uri: "skill://reading/SKILL.md" })).rejects.toThrow("There is no resource")
  })
})
