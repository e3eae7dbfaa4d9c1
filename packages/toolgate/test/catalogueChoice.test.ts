import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { HostPolicy } from "../src/effect.ts"
import { builtins, createToolgate, type ToolgateOptions } from "../src/index.ts"

const newFolder = () => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-catalogue-")))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const tools = `tools:
  - name: say
    description: Says it again.
    implementation: { builtin: Echo }
  - name: read_file
    risk: HIGH
`

const permissions = `permissions:
  filesystem: { requires_approval: true, allowed_paths: [] }
`

/** Opens a gate with a catalogue and a policy file, both in its workspace. */
const open = async (catalogue: string, more: Partial<ToolgateOptions> = {}, workspace = newFolder()) => {
  const [policy, path] = [join(workspace, "policy.yaml"), join(workspace, "tools.yaml")]
  writeFileSync(policy, "version: 1\ntool_confirmation: { default: { WRITE: auto } }\n")
  writeFileSync(path, catalogue)
  const options = {
    workspace,
    policy: { files: [policy] },
    tools: builtins({ withHostTools: true }),
    catalogue: path,
    ...more
  }
  const gate = await createToolgate(options)
  onTestFinished(() => gate.close())
  return gate
}

const write = (path: string) => ({ id: "1", tool: "write_file", args: { path, content: "x" } })

describe("a gate with a catalogue", () => {
  it("has its tools beside those of the program, and annotates them", async () => {
    const gate = await open(tools)
    expect((await gate.dispatch({ id: "1", tool: "say", args: { text: "hello" } })).output.value).toEqual({
      text: "hello"
    })
    const names = builtins({ withHostTools: true }).map(({ name }) => name)
    expect(gate.tools.list().map(({ name }) => name)).toEqual([...names, "say"])
    expect(gate.tools.list().find(({ name }) => name === "read_file")?.risk).toBe("HIGH")
  })

  it("protects the catalogue from calls, because it names code to run", async () => {
    const gate = await open(tools)
    expect(await gate.dispatch(write("notes.txt"))).toMatchObject({ success: true })
    expect(await gate.dispatch(write("tools.yaml"))).toMatchObject({
      executed: "no",
      error: { class: "permission_denied" }
    })
  })

  it("lets no call change the folder and the program of a command", async () => {
    const workspace = newFolder()
    for (const name of ["lint", "bin"]) mkdirSync(join(workspace, name))
    for (const name of ["lint/run.sh", "bin/report"]) writeFileSync(join(workspace, name), "")
    const commands = `tools:
  - { name: lint, description: Lints., implementation: { command: [./run.sh], folder: lint } }
  - { name: report, description: Reports., implementation: { command: [${join(workspace, "bin/report")}] } }
`
    const gate = await open(commands, {}, workspace)
    for (const path of ["lint/run.sh", "lint/rules.txt", "bin/report"])
      expect(await gate.judge(write(path))).toMatchObject({ decision: "deny", because: { rule: "its own files" } })
    expect(await gate.judge(write("bin/notes.txt"))).toMatchObject({ decision: "allow" })
  })

  it("is narrowed by the permissions in the catalogue, under files and under the default policy", async () => {
    for (const policy of [{}, { policy: "default" as const }]) {
      const workspace = newFolder()
      const gate = await open(permissions, policy, workspace)
      const judged = await gate.judge(write("notes.txt"))
      expect(judged).toMatchObject({
        decision: "deny",
        because: { source: `${join(workspace, "tools.yaml")}:2:3` }
      })
    }
  })

  it.each(["host" as const, HostPolicy.layer])(
    "rejects permissions that the policy %o would ignore",
    async (policy) => {
      const workspace = newFolder()
      await expect(open(permissions, { policy }, workspace)).rejects.toMatchObject({
        _tag: "CatalogueInvalid",
        message: expect.stringMatching(/tools\.yaml:2:3: the permissions have no effect.*"default" or \{ files: /)
      })
      const gate = await open(tools, { policy }, workspace)
      expect(gate.canUseTool("say")).toBe(true)
    }
  )

  it("does not open with an invalid catalogue, and reports all problems in all files", async () => {
    const workspace = newFolder()
    const missing = join(workspace, "missing.yaml")
    const wrong = open("tools: [{ name: a }, 7]", { catalogue: [join(workspace, "tools.yaml"), missing] }, workspace)
    const told = await wrong.catch(({ _tag, message }) => [
      _tag,
      ...message.replaceAll(`${workspace}/`, "").split("\n")
    ])
    expect(told).toEqual([
      "CatalogueInvalid",
      expect.stringMatching(/^tools\.yaml:1:11: unknown tool "a" to annotate; .*needs the key "implementation"$/),
      "tools.yaml:1:22: a tool must be a map, not 7",
      "missing.yaml: there is no such file or folder"
    ])
  })

  it.each([[""], [7], [["tools.yaml", ""]], [null]])("refuses %o in place of a catalogue", async (catalogue) => {
    await expect(open(tools, { catalogue } as never)).rejects.toThrow(
      new TypeError('Cannot open the gate: option "catalogue" must be the path of a file, or a list of such paths.')
    )
  })
})
