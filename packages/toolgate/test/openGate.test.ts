import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { type GateConfig, openGate } from "../src/config.ts"
import { PolicyInvalid } from "../src/effect.ts"
import { createToolgate } from "../src/index.ts"

const newFolder = (files: Readonly<Record<string, string>> = {}) => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-config-")))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

const open = async (config: GateConfig) => {
  const gate = await openGate(config)
  onTestFinished(() => gate.close())
  return { gate }
}

const read = { id: "1", tool: "read_file", args: { path: "secret.txt" } }
const narrow = 'version: 1\nrules: { deny: ["read_file(secret.txt)"] }\n'

describe("the toolgate.yaml of a workspace", () => {
  it.each(["default", "files"])("narrows the policy: %s", async (kind) => {
    const workspace = newFolder({ "toolgate.yaml": narrow, "secret.txt": "s", "mine.yaml": "version: 1\n" })
    const policy = kind === "default" ? "default" : { files: [join(workspace, "mine.yaml")] }
    const { gate } = await open({ workspace, policy })
    expect(gate.project).toBe(join(workspace, "toolgate.yaml"))
    expect(await gate.dispatch(read)).toMatchObject({ success: false, executed: "no" })
    const free = await open({ workspace, policy, projectPolicy: false })
    expect(free.gate.project).toBeUndefined()
    expect(await free.gate.dispatch(read)).toMatchObject({ success: true })
  })

  it("allows nothing that the policy asks about", async () => {
    const workspace = newFolder({ "toolgate.yaml": 'version: 1\nrules: { allow: ["write_file(**)"] }\n' })
    const { gate } = await open({ workspace })
    const write = { id: "1", tool: "write_file", args: { path: "a.txt", content: "x" } }
    expect(await gate.dispatch(write)).toMatchObject({ success: false, executed: "no" })
  })

  it("is an ordinary file if it is the policy, or if the gate has no policy files", async () => {
    const workspace = newFolder({ "toolgate.yaml": narrow, "secret.txt": "s" })
    const { gate } = await open({ workspace, policy: { files: [join(workspace, "toolgate.yaml")] } })
    expect(gate.project).toBeUndefined()
    expect(await gate.dispatch(read)).toMatchObject({ success: false, executed: "no" })
    const host = await open({ workspace, policy: "host" })
    expect(await host.gate.dispatch(read)).toMatchObject({ success: true })
  })

  it("opens no gate if it leads out of the workspace", async () => {
    const workspace = newFolder()
    symlinkSync("/etc/passwd", join(workspace, "toolgate.yaml"))
    await expect(open({ workspace })).rejects.toThrow(PolicyInvalid)
    await expect(open({ workspace })).rejects.toThrow("it is a link that leads out of the folder")
  })
})

it("has the built-in tools and the shell unless tools are given", async () => {
  const workspace = newFolder()
  const { gate } = await open({ workspace })
  expect(gate.tools.list().map(({ name }) => name)).toEqual(expect.arrayContaining(["read_file", "shell"]))
  const bare = await open({ workspace, tools: [] })
  expect(bare.gate.tools.list()).toEqual([])
})

it("suggests the option that was probably meant", async () => {
  await expect(open({ workspace: ".", servrs: {} } as GateConfig)).rejects.toThrow('did you mean "servers"?')
  const other = createToolgate({ workspace: ".", policy: "host", tools: [], servers: {} } as never)
  await expect(other).rejects.toThrow('unknown option "servers"')
})

it.each([
  [undefined, "Cannot open the gate: pass an options object"],
  // Any other value except true would leave out the policy of the workspace.
  [{ workspace: ".", projectPolicy: null }, 'option "projectPolicy" must be true or false'],
  [{ workspace: ".", projectPolicy: 0 }, 'option "projectPolicy" must be true or false'],
  [{ workspace: ".", servers: "mcp.yaml" }, 'option "servers" must be the result of a function such as readMcpServers'],
  [{ workspace: ".", servers: Promise.resolve({}) }, 'option "servers" must be'],
  [{ workspace: ".", toolbox: {} }, 'option "toolbox" must be the result of readToolbox'],
  [{ workspace: ".", toolbox: { toolsOf: async () => [] } }, 'option "toolbox" must be']
])("refuses an option of the wrong kind: %j", async (config, message) => {
  await expect(openGate(config as GateConfig)).rejects.toThrow(message)
})
