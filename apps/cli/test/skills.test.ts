import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "./folder.ts"
import { connected, eras } from "./mcpClient.ts"
import { toolgate } from "./withinProcess.ts"

const skills = (tools: string) => {
  const at = folder()
  mkdirSync(join(at, "review"))
  writeFileSync(
    join(at, "review", "SKILL.md"),
    `---\nname: review\ndescription: Reviews code.\nmetadata:\n  toolgate-tools: ${tools}\n---\n# Review\n`
  )
  return ["--skills", at]
}

const active = ["--skill", "review"]

describe("--skill", () => {
  it("restricts a call to the tools of the skill, and without it nothing is restricted", async () => {
    const cwd = folder({ "a.txt": "hello\n" })
    const flags = skills("read_file")
    const call = (...args: ReadonlyArray<string>) =>
      toolgate(["call", ...args, "--host-tools", "--json", ...flags], { cwd })
    expect(JSON.parse((await call("Echo", "text=a")).stdout)).toMatchObject({ success: true })
    expect(JSON.parse((await call("read_file", "path=a.txt", ...active)).stdout)).toMatchObject({ success: true })
    const refused = await call("Echo", "text=a", ...active)
    expect(refused.status).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ success: false, executed: "no" })
  })

  it("restricts which tools are listed, explained and checked", async () => {
    const flags = [...skills("read_file"), ...active]
    const listed = await toolgate(["tools", "--json", ...flags])
    expect(JSON.parse(listed.stdout).map(({ name }: { name: string }) => name)).toEqual(["read_file"])
    const explained = await toolgate(["policy", "explain", "Echo", "text=a", "--json", ...flags])
    expect(JSON.parse(explained.stdout)).toMatchObject({ decision: "deny" })
    const input = `${JSON.stringify({ tool: "Echo", args: { text: "a" } })}\n`
    const checked = await toolgate(["policy", "check", ...flags], { input })
    expect(JSON.parse(checked.stdout)).toMatchObject({ decision: "deny" })
  })

  it("shows the skills by the tool skill", async () => {
    const { stdout } = await toolgate(["call", "skill", ...skills("read_file")])
    expect(stdout).toContain("review: Reviews code.")
  })

  it.each([["tools"], ["call", "--host-tools", "Echo", "text=a"]])(
    "refuses an unknown name, the nearest first: %s",
    async (...command) => {
      const { status, stderr } = await toolgate([...command, ...skills("read_file"), "--skill", "reveiw"])
      expect(status).toBe(2)
      expect(stderr).toContain(
        'toolgate: The flag "--skill" names no skill of "--skills": unknown skill "reveiw"; did you mean "review"?'
      )
    }
  )

  it.each([["tools"], ["call", "--host-tools", "Echo", "text=a"]])(
    "refuses two skills of one name: %s",
    async (...command) => {
      const { status, stderr } = await toolgate([...command, ...skills("read_file"), ...skills("write_file")])
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringContaining('the skill "review" is given twice')
      })
    }
  )

  it("requires a folder of skills", async () => {
    const alone = await toolgate(["call", "--host-tools", "Echo", "text=a", ...active])
    expect(alone).toMatchObject({ status: 2, stderr: expect.stringContaining("name their folder as well") })
    const at = join(folder(), "absent")
    for (const command of [["tools"], ["call", "--host-tools", "Echo", "text=a"]])
      expect(await toolgate([...command, "--skills", at])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("there is no such folder")
      })
  })

  it("warns of an unknown tool, with the nearest name", async () => {
    const { status, stderr } = await toolgate(["tools", ...skills("read_flie")])
    expect(status).toBe(0)
    expect(stderr).toMatch(/SKILL\.md.*: warning: unknown tool "read_flie" in its tools; did you mean "read_file"\?/)
  })

  it.each(eras)("restricts the clients of mcp serve, and names the skill to them: %s", async (era) => {
    const flags = [...skills("read_file skill"), ...active]
    const { client } = await connected({ era }, { work: folder(), state: folder(), flags })
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(["read_file", "skill"])
    expect(client.getInstructions()).toContain("# Review")
    expect((await client.listResources()).resources).toMatchObject([{ uri: "skill://review/SKILL.md" }])
  })
})
