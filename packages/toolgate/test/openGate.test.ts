import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
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

/** Opens a gate whose log is kept. */
const open = async (config: GateConfig) => {
  const log: Array<string> = []
  const line = (...words: ReadonlyArray<unknown>) => void log.push(words.map((word) => JSON.stringify(word)).join(" "))
  const logger = { trace: line, debug: line, info: line, warn: line, error: line, fatal: line }
  const gate = await openGate({ logger, ...config })
  onTestFinished(() => gate.close())
  return { gate, log }
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

  it("is a file like any other where it is the policy, or where a gate has no policy of files", async () => {
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

it("has the built-in tools and the shell unless it is given others", async () => {
  const workspace = newFolder()
  const { gate } = await open({ workspace })
  expect(gate.tools.list().map(({ name }) => name)).toEqual(expect.arrayContaining(["read_file", "shell"]))
  const bare = await open({ workspace, tools: [] })
  expect(bare.gate.tools.list()).toEqual([])
})

it("names the option that was meant", async () => {
  await expect(open({ workspace: ".", mpc: "mcp.yaml" } as GateConfig)).rejects.toThrow('did you mean "mcp"?')
  const other = createToolgate({ workspace: ".", policy: "host", tools: [], mcp: "mcp.yaml" } as never)
  await expect(other).rejects.toThrow('unknown option "mcp"')
})

describe("MCP servers", () => {
  const server = `import { createInterface } from "node:readline"
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } },
  "tools/list": { tools: [{ name: "say", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "said" }] }
}
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }))
})
`
  const withServers = (...entries: ReadonlyArray<string>) => {
    const workspace = newFolder({ "server.mjs": server })
    const command = `command: [${process.execPath}, ${join(workspace, "server.mjs")}]`
    writeFileSync(
      join(workspace, "mcp.yaml"),
      `servers:\n${entries.map((entry) => `  ${entry}\n`).join("")}`.replaceAll("COMMAND", command)
    )
    return { workspace, policy: "host" as const, mcp: join(workspace, "mcp.yaml") }
  }
  const say = { id: "1", tool: "mcp__notes__say", args: {} }

  it("are those of a mcp.yaml, and end with the gate", async () => {
    const { gate } = await open(withServers("notes: { COMMAND, unconfined: true }"))
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect(await gate.dispatch(say)).toMatchObject({ success: true, output: { content: [{ text: "said" }] } })
    await gate.close()
    expect(await Effect.runPromise(gate.servers?.status ?? Effect.succeed([]))).not.toMatchObject([
      { state: "connected" }
    ])
  })

  it("have their definitions pinned as the file says", async () => {
    const config = withServers("notes: { COMMAND, unconfined: true }")
    appendFileSync(config.mcp, "pins: strict\n")
    const { gate } = await open(config)
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect((await gate.dispatch(say)).error?.message).toContain("approved")
  })

  it("are left out with their reasons in the log, and leave the others", async () => {
    const { gate, log } = await open(withServers("notes: { COMMAND, unconfined: true }", "bad: { commandd: [x] }"))
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect(log.join("\n")).toMatch(/The server .*bad.* is left out/)
    expect(await gate.dispatch(say)).toMatchObject({ success: true })
  })

  it("open no gate if their file cannot be used", async () => {
    const workspace = newFolder({ "mcp.yaml": "[" })
    await expect(open({ workspace, mcp: join(workspace, "mcp.yaml") })).rejects.toMatchObject({
      _tag: "McpConfigInvalid"
    })
    mkdirSync(join(workspace, "folder"))
    await expect(open({ workspace, mcp: join(workspace, "folder") })).rejects.toMatchObject({
      _tag: "McpConfigInvalid"
    })
  })
})
