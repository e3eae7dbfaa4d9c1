import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { HostPolicy } from "../src/effect.ts"
import { builtins, createToolgate, defineTool, type ToolgateOptions } from "../src/index.ts"

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

describe("reloading the policy", () => {
  const asking = "permissions:\n  filesystem: { requires_approval: true }\n"
  const openReloadable = async (catalogue: string) => {
    const workspace = newFolder()
    const gate = await open(catalogue, {}, workspace)
    const write = (text: string) => writeFileSync(join(workspace, "tools.yaml"), text)
    const writePolicy = (text: string) => writeFileSync(join(workspace, "policy.yaml"), text)
    const state = () => {
      const listed = gate.tools.list()
      return [listed.some(({ name }) => name === "say"), listed.find(({ name }) => name === "read_file")?.risk]
    }
    return { gate, write, writePolicy, state }
  }
  const decide = async (gate: Awaited<ReturnType<typeof open>>) => (await gate.judge(write("notes.txt"))).decision

  it("reads the catalogue again: its tools, annotations and permissions", async () => {
    const { gate, write, state } = await openReloadable(tools)
    expect([state(), await decide(gate)]).toEqual([[true, "HIGH"], "allow"])
    write(`${tools.replace("say", "repeat").replace("HIGH", "MEDIUM")}${asking}`)
    await gate.reloadPolicy()
    expect([state(), await decide(gate)]).toEqual([[false, "MEDIUM"], "ask"])
    expect((await gate.dispatch({ id: "1", tool: "repeat", args: { text: "x" } })).success).toBe(true)
    write(tools)
    await gate.reloadPolicy()
    expect([state(), await decide(gate)]).toEqual([[true, "HIGH"], "allow"])
  })

  it.each([
    ["is no catalogue", "tols: []\n", /tools\.yaml:1:1: /],
    ["has an invalid entry", `${tools}  - name: more\n    implementation: { builtin: Nothing }\n${asking}`, /Nothing/],
    ["has a tool that the gate refuses", `${tools.replace("say", "taken")}${asking}`, /tool "taken"/]
  ])("changes nothing if the file %s", async (_, text, fault) => {
    const { gate, write, state } = await openReloadable(tools)
    const parameters = { type: "object" } as const
    const taken = { name: "taken", description: "Is there.", parameters, sideEffects: "NONE" } as const
    await gate.tools.add(defineTool({ ...taken, execute: () => "mine" }))
    const { digest } = await gate.reloadPolicy()
    write(text)
    await expect(gate.reloadPolicy()).rejects.toThrow(fault)
    expect([state(), await decide(gate)]).toEqual([[true, "HIGH"], "allow"])
    expect(await gate.dispatch({ id: "1", tool: "taken", args: {} })).toMatchObject({
      output: { content: [{ text: "mine" }] }
    })
    write(tools)
    expect(await gate.reloadPolicy()).toMatchObject({ digest, before: digest })
  })

  it("takes no new catalogue if a policy file does not load", async () => {
    const { gate, write, writePolicy, state } = await openReloadable(tools)
    write(`${tools.replace("say", "repeat")}${asking}`)
    writePolicy("version: 1\nrules: { denny: [] }\n")
    await expect(gate.reloadPolicy()).rejects.toThrow(/denny/)
    expect([state(), await decide(gate)]).toEqual([[true, "HIGH"], "allow"])
  })
})
