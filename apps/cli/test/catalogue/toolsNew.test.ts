import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

describe("toolgate tools new", () => {
  it("writes a catalogue and the code of its tool, and names the next command", async () => {
    const cwd = folder()
    const { status, stdout, stderr } = await toolgate(["tools", "new"], { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(/^Wrote tools\.yaml and word_count\.mjs, with the tool word_count\.\nNext:\n/)
    expect(stdout).toContain("  toolgate tools test --catalogue tools.yaml\n")
    expect(readdirSync(cwd).sort()).toEqual(["tools.yaml", "word_count.mjs"])
    expect(readFileSync(join(cwd, "tools.yaml"), "utf8")).toContain('  - name: "word_count"\n')
  })

  it.each(["tools.yaml", "count.mjs"])("changes nothing if a file %s exists", async (file) => {
    const cwd = folder({ [file]: "mine" })
    const { status, stdout, stderr } = await toolgate(["tools", "new", "count"], { cwd })
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toBe(
      `toolgate: "${file}" already exists, and was not changed. To start again, move it away first.\n`
    )
    expect(readdirSync(cwd)).toEqual([file])
    expect(readFileSync(join(cwd, file), "utf8")).toBe("mine")
  })

  it("answers in JSON", async () => {
    const cwd = folder()
    const written = await toolgate(["tools", "new", "count", "--json"], { cwd })
    expect(JSON.parse(written.stdout)).toEqual({ success: true, files: ["tools.yaml", "count.mjs"], problem: null })
    const again = await toolgate(["tools", "new", "count", "--json"], { cwd })
    expect(again.status).toBe(1)
    expect(JSON.parse(again.stdout)).toMatchObject({ success: false, files: [] })
  })

  it.each(["", "../count", ".", "a b", "shell", "list_directory"])("refuses the name %j", async (name) => {
    const cwd = folder()
    const { status, stderr } = await toolgate(["tools", "new", name], { cwd })
    expect(status).toBe(2)
    expect(stderr).toMatch(/^toolgate: .*(cannot be the name of a tool here|is a built-in tool)/)
    expect(readdirSync(cwd)).toEqual([])
  })
})
