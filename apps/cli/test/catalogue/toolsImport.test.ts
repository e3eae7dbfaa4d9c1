import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const api = `openapi: 3.1.0
info: { title: Notes, version: "1" }
servers: [{ url: https://notes.example }]
paths:
  /notes/{id}:
    get: { operationId: getNote, summary: Returns a note., parameters: [{ name: id, in: path, required: true, schema: { type: string } }] }
    delete: { operationId: deleteNote, summary: Deletes a note., parameters: [{ name: id, in: path, required: true, schema: { type: string } }] }
`

const imported = (cwd: string, ...args: ReadonlyArray<string>) =>
  toolgate(["tools", "import", "openapi", ...args], { cwd })

describe("toolgate tools import openapi", () => {
  it("prints a catalogue of the chosen operations, and its listing is the same", async () => {
    const cwd = folder({ "api.yaml": api })
    const { status, stdout } = await imported(cwd, "api.yaml", "--only", "getNote")
    expect(status).toBe(0)
    expect(stdout).toContain("getNote")
    expect(stdout).not.toContain("deleteNote")
    const listed = await toolgate(["tools", "--catalogue", "out.yaml"], { cwd: folder({ "out.yaml": stdout }) })
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^getNote +READ/m) })
  })

  it("writes a new file and never over one", async () => {
    const cwd = folder({ "api.yaml": api })
    const first = await imported(cwd, "api.yaml", "--out", "notes.yaml")
    expect(first).toMatchObject({ status: 0, stdout: "" })
    expect(first.stderr).toContain(
      'toolgate: Wrote 2 tools to "notes.yaml". Next: toolgate tools --catalogue notes.yaml\n'
    )
    const text = readFileSync(join(cwd, "notes.yaml"), "utf8")
    expect(text).toContain("deleteNote")
    expect(await imported(cwd, "api.yaml", "--only", "getNote", "--out", "notes.yaml")).toMatchObject({ status: 1 })
    expect(readFileSync(join(cwd, "notes.yaml"), "utf8")).toBe(text)
  })

  it.each([
    [["absent.yaml"], 'toolgate: The document "absent.yaml" cannot be read: there is no such file or folder.\n'],
    [["."], 'toolgate: The document "." cannot be read: it is a folder; name a file.\n'],
    [["api.yaml", "--only", "getNoet"], "getNote"],
    [["api.yaml", "--server", "nonsense"], "nonsense"],
    [["bad.yaml"], "bad.yaml:1:1"]
  ])("refuses %j", async (args, said) => {
    const cwd = folder({ "api.yaml": api, "bad.yaml": "a: 1\n" })
    const { status, stdout, stderr } = await imported(cwd, ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
    expect(stderr).toContain(said)
  })
})
